@NullMarked
package io.keyfold.codec;

import org.jspecify.annotations.NullMarked;
