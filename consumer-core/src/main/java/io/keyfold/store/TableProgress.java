package io.keyfold.store;

import io.keyfold.row.RecordPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How far a table's partitions on this instance are. Fed by its readers, its restore and its fold. */
final class TableProgress implements StateRestoreListener {

    private final String topic;
    private final Map<Integer, PartitionProgress> partitions = new ConcurrentSkipListMap<>();

    TableProgress(String topic) {
        this.topic = topic;
    }

    String topic() {
        return topic;
    }

    /** Those assigned to this instance, in order. */
    List<PartitionProgress> assigned() {
        return List.copyOf(partitions.values());
    }

    Optional<PartitionProgress> of(int partition) {
        return Optional.ofNullable(partitions.get(partition));
    }

    PartitionProgress assigned(int partition) {
        return partitions.computeIfAbsent(partition, p -> new PartitionProgress(topic, p));
    }

    /** Unless another thread of this instance has taken it over. */
    void unassigned(int partition) {
        partitions.computeIfPresent(partition, (p, progress) -> progress.isOpen() ? progress : null);
    }

    void opened(int partition) {
        assigned(partition).opened();
    }

    void closed(int partition) {
        of(partition).ifPresent(PartitionProgress::closed);
    }

    void applied(RecordPosition position) {
        assigned(position.partition()).applied(position.offset());
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        assigned(changelog.partition()).restoring(true);
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long end, long records) {
        assigned(changelog.partition()).restored(records);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        assigned(changelog.partition()).restoring(false);
    }
}
