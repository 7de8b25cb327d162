/** What the store makes of what a real broker told while Flink ran. */
@NullMarked
package io.keyfold.store;

import org.jspecify.annotations.NullMarked;
