@NullMarked
package io.keyfold.dashboard;

import org.jspecify.annotations.NullMarked;
