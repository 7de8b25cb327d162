@NullMarked
package io.keyfold.risk;

import org.jspecify.annotations.NullMarked;
