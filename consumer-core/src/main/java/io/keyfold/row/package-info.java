/**
 * Rows, keys, changes and positions: data only.
 *
 * <p>Every class is immutable; none knows Kafka, JSON or a store.
 */
@NullMarked
package io.keyfold.row;

import org.jspecify.annotations.NullMarked;
