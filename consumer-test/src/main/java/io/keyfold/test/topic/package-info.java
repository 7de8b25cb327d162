/**
 * Writes upsert topics as Flink's sink does, and runs a table without a broker.
 *
 * <p>Promises: what it writes for a row are the bytes that Flink writes for it.
 */
@NullMarked
package io.keyfold.test.topic;

import org.jspecify.annotations.NullMarked;
