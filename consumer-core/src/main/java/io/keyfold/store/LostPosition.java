package io.keyfold.store;

import io.keyfold.config.Materialization;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides where to read on when a reader's position is not in the log any more. */
sealed interface LostPosition {

    /**
     * From there on nothing is missed.
     *
     * @param offset the next offset to read
     */
    record GoOn(long offset) implements LostPosition {}

    /**
     * What the table needs is not there any more.
     *
     * @param why in words
     */
    record Gone(String why) implements LostPosition {}

    /**
     * What a reader has lost.
     *
     * @param topic the topic
     * @param partition the partition
     * @param position the next offset that the reader asked for
     * @param next the offset behind the last one in the local copy; 0 if nothing is in it
     * @param ends the ends of the log now
     * @param divergence the first offset that was replaced in the log, where the broker says so
     */
    record Reader(
            String topic, int partition, long position, long next, SourceTopic.Ends ends, OptionalLong divergence) {}

    /** Where records expire, what lies below the log's start is not lost: the rows that it concerns expire too. */
    static LostPosition whereRecordsExpire(Materialization materialization, Reader reader) {
        boolean isBelow = needed(materialization, reader) < reader.ends.start();
        boolean isReplaced = reader.divergence.isPresent();
        return isBelow && !isReplaced ? new GoOn(reader.ends.start()) : of(materialization, reader);
    }

    static LostPosition of(Materialization materialization, Reader reader) {
        if (reader.divergence.isPresent() && reader.divergence.getAsLong() < reader.next) {
            return new Gone("records from " + reader.divergence.getAsLong() + " on of partition " + reader.partition
                    + " of topic " + reader.topic + " were replaced in the log");
        }
        long needed = needed(materialization, reader);
        if (needed == 0 && reader.next == 0) {
            return new GoOn(reader.ends.start());
        }
        Optional<String> outside = SourceTopic.outside(reader.topic, reader.partition, reader.ends, needed);
        return outside.<LostPosition>map(Gone::new).orElseGet(() -> new GoOn(needed));
    }

    /** What is derived is as far as the group is; a mirror is as far as its copy. */
    private static long needed(Materialization materialization, Reader reader) {
        return materialization == Materialization.SOURCE_TOPIC ? reader.next : reader.position;
    }
}
