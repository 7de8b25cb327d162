/**
 * Recorded topics of a real Flink upsert-kafka sink, and what plays them to a broker.
 *
 * <p>Promises: bytes, partitions, order within a partition and timestamps are the recorded ones. Offsets need not be:
 * transaction markers take offsets too.
 */
@NullMarked
package io.keyfold.test.recording;

import org.jspecify.annotations.NullMarked;
