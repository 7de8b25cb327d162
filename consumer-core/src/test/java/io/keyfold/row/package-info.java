@NullMarked
package io.keyfold.row;

import org.jspecify.annotations.NullMarked;
