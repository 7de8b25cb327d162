@NullMarked
package io.keyfold.store.rocks;

import org.jspecify.annotations.NullMarked;
