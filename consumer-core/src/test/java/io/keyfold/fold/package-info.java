@NullMarked
package io.keyfold.fold;

import org.jspecify.annotations.NullMarked;
