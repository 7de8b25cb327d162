/**
 * Table contracts: what up- and downstream have agreed about one topic, as immutable values.
 *
 * <p>A contract that exists is consistent: its constructor refuses what must not exist, all reasons at once.
 */
@NullMarked
package io.keyfold.schemas;

import org.jspecify.annotations.NullMarked;
