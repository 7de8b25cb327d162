@NullMarked
package io.keyfold.schemas;

import org.jspecify.annotations.NullMarked;
