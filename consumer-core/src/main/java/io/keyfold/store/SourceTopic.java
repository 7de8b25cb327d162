package io.keyfold.store;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A source topic as the broker described it at one time.
 *
 * @param clusterId the Kafka cluster
 * @param topic its name
 * @param topicId the id that it got when it was made; another topic of the same name has another
 * @param partitions the ends of its partitions, by number
 */
record SourceTopic(String clusterId, String topic, String topicId, List<Ends> partitions) {

    /**
     * The ends of one partition's log.
     *
     * @param start the first offset that is still there, inclusive
     * @param lastStable where a read_committed reader stops, exclusive
     * @param end the high watermark, exclusive
     */
    record Ends(long start, long lastStable, long end) {}

    SourceTopic {
        partitions = List.copyOf(partitions);
    }

    /** Why nobody can read on from there, in words; empty if one can. */
    Optional<String> outside(int partition, long position) {
        return outside(topic, partition, partitions.get(partition), position);
    }

    static Optional<String> outside(String topic, int partition, Ends ends, long position) {
        if (position < ends.start()) {
            return Optional.of("records " + position + "-" + (ends.start() - 1) + " of partition " + partition
                    + " of topic " + topic + " are gone, and with them deletes that may have been among them");
        }
        return behindEnd(topic, partition, ends, position);
    }

    /** The same where records expire: those below the start are no loss, for the rows that they concern expire too. */
    Optional<String> behindEnd(int partition, long position) {
        return behindEnd(topic, partition, partitions.get(partition), position);
    }

    static Optional<String> behindEnd(String topic, int partition, Ends ends, long position) {
        if (position > ends.end()) {
            return Optional.of("partition " + partition + " of topic " + topic + " ends at " + ends.end()
                    + " and had been read to " + position + ": it was made anew, or has lost records");
        }
        return Optional.empty();
    }

    /** The same name with another id and count; nothing is known of where its partitions end. */
    SourceTopic now(String otherId, int otherCount) {
        return new SourceTopic(
                clusterId, topic, otherId, Collections.nCopies(otherCount, new Ends(0, 0, Long.MAX_VALUE)));
    }

    int partitionCount() {
        return partitions.size();
    }
}
