package io.keyfold.store;

import java.time.Instant;

/**
 * The time that a record bears.
 *
 * @param at that time
 * @param isAppendTime whether the broker set it when the record was written; otherwise its producer did, as it liked: Flink writes
 *     the time of the event, which may be years ago
 */
record RecordTime(Instant at, boolean isAppendTime) {}
