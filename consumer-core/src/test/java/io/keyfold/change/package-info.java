@NullMarked
package io.keyfold.change;

import org.jspecify.annotations.NullMarked;
