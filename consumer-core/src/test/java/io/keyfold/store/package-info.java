@NullMarked
package io.keyfold.store;

import org.jspecify.annotations.NullMarked;
