@NullMarked
package io.keyfold;

import org.jspecify.annotations.NullMarked;
