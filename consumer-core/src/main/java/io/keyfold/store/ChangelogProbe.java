package io.keyfold.store;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Looks which partitions of a table's changelog have a committed record. The first one of each was written in the
 * transaction that first committed the group's offset: with it and without the offset, the group has lost its place. What a
 * start that was killed left in the log was rolled back, and does not count.
 */
final class ChangelogProbe {

    private static final Duration POLL = Duration.ofMillis(100);

    private ChangelogProbe() {}

    /**
     * Those with a committed record.
     *
     * @throws TimeoutException if the broker did not tell in time
     */
    static Set<Integer> written(Map<String, String> streams, String changelog, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Set<Integer> written = new HashSet<>();
        try (Consumer<byte[], byte[]> consumer = SideConsumer.of(streams, changelog + "-probe", Map.of())) {
            Set<TopicPartition> unknown = new HashSet<>(partitions(consumer, changelog, timeout));
            consumer.assign(unknown);
            consumer.seekToBeginning(unknown);
            Map<TopicPartition, Long> ends = consumer.endOffsets(unknown, timeout);
            while (!unknown.isEmpty()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new TimeoutException("the records of " + changelog + " were not told in time");
                }
                consumer.poll(POLL).partitions().forEach(partition -> written.add(partition.partition()));
                unknown.removeIf(partition -> written.contains(partition.partition())
                        || consumer.position(partition, timeout) >= ends.getOrDefault(partition, 0L));
                consumer.assign(unknown);
            }
        }
        return written;
    }

    private static List<TopicPartition> partitions(
            Consumer<byte[], byte[]> consumer, String changelog, Duration timeout) {
        return Optional.ofNullable(consumer.listTopics(timeout).get(changelog)).stream()
                .flatMap(List<PartitionInfo>::stream)
                .map(info -> new TopicPartition(changelog, info.partition()))
                .toList();
    }
}
