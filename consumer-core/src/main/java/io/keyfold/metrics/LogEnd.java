package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a partition's log ends, as the broker last told it, and what of it has not been read.
 *
 * @param lastStableOffset where the part ends that may be read, exclusive; empty before it was told
 * @param highWatermark where all of it ends, exclusive; empty before it was told
 * @param toldAt when the broker last told them, or when the partition was opened if it has not yet; empty while it is not open
 * @param stableSince since when the last stable offset has stood where it is, or since the partition was opened
 * @param readThrough as of when all that was stable then had been read; empty before that
 * @param lastRecord the last record's offset that was read here or had been read before; empty if there was none
 * @param oldestUnread the timestamp of the oldest record that may be read and was not; empty if all has been read, if it has none,
 *     or if it is not known
 * @param waiting what may not be read yet; empty if nothing
 */
public record LogEnd(
        OptionalLong lastStableOffset,
        OptionalLong highWatermark,
        Optional<Instant> toldAt,
        Optional<Instant> stableSince,
        Optional<Instant> readThrough,
        OptionalLong lastRecord,
        Optional<Instant> oldestUnread,
        Optional<WaitingData> waiting) {

    /** Nothing has been told. */
    public static final LogEnd UNKNOWN = new LogEnd(
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());

    /** Refuses one with something missing. */
    public LogEnd {
        requireNonNull(lastStableOffset, "lastStableOffset");
        requireNonNull(highWatermark, "highWatermark");
        requireNonNull(toldAt, "toldAt");
        requireNonNull(stableSince, "stableSince");
        requireNonNull(readThrough, "readThrough");
        requireNonNull(lastRecord, "lastRecord");
        requireNonNull(oldestUnread, "oldestUnread");
        requireNonNull(waiting, "waiting");
    }
}
