package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.StaleRows;
import io.keyfold.metrics.TableCounts;
import java.util.List;
import java.util.Optional;

/**
 * A table on this instance.
 *
 * @param table its name
 * @param topic its topic
 * @param partitionCount partitions of the topic
 * @param isAssigned whether the group has told this instance its partitions, be they none
 * @param partitions those assigned to this instance, in order
 * @param counts what happened to the records read here
 * @param failure why the table has stopped for good; empty while it is alive
 * @param waiting what it waits for and tries again, though it is alive: a topic that is gone, a dead letter that cannot be
 *     written; empty if nothing holds it
 * @param drift how values differ from the contract, a field at a time
 * @param staleRows what becomes of rows that may have been deleted upstream
 * @param topicId the topic's id: one that is made anew under the same name has another; empty before the start
 */
public record TableStatus(
        String table,
        String topic,
        int partitionCount,
        boolean isAssigned,
        List<PartitionStatus> partitions,
        TableCounts counts,
        Optional<String> failure,
        Optional<String> waiting,
        List<ColumnDrift> drift,
        StaleRows staleRows,
        Optional<String> topicId) {

    /** Copies the lists. */
    public TableStatus {
        requireNonNull(table, "table");
        requireNonNull(topic, "topic");
        partitions = List.copyOf(partitions);
        requireNonNull(counts, "counts");
        requireNonNull(failure, "failure");
        requireNonNull(waiting, "waiting");
        drift = List.copyOf(drift);
        requireNonNull(staleRows, "staleRows");
        requireNonNull(topicId, "topicId");
    }

    /**
     * A table that nothing holds, of which nothing was noticed, and that serves stale rows with their mark.
     *
     * @param table its name
     * @param topic its topic
     * @param partitionCount partitions of the topic
     * @param isAssigned whether the group has told this instance its partitions
     * @param partitions those assigned to this instance, in order
     * @param counts what happened to the records read here
     * @param failure why the table has stopped for good; empty while it is alive
     */
    public TableStatus(
            String table,
            String topic,
            int partitionCount,
            boolean isAssigned,
            List<PartitionStatus> partitions,
            TableCounts counts,
            Optional<String> failure) {
        this(
                table,
                topic,
                partitionCount,
                isAssigned,
                partitions,
                counts,
                failure,
                Optional.empty(),
                List.of(),
                StaleRows.MARK,
                Optional.empty());
    }

    /** {@return whether the table has not failed; a long restore is alive} */
    public boolean isLive() {
        return failure.isEmpty();
    }

    /** {@return whether every index and total is built over every partition here; the rows can be read before} */
    public boolean isBuilt() {
        return partitions.stream().allMatch(partition -> partition.builds().isEmpty());
    }

    /**
     * {@return whether nothing holds the table, the partitions are known, and every one of them may be read; an instance
     * that has none is ready to take over}
     */
    public boolean isReady() {
        return isLive()
                && waiting.isEmpty()
                && isAssigned
                && partitions.stream().allMatch(this::mayRead);
    }

    /**
     * {@return whether a partition has caught up once since it was assigned, and its rows, if they may be stale, are not
     * withheld}
     *
     * @param partition one of the partitions
     */
    public boolean mayRead(PartitionStatus partition) {
        return switch (partition.state()) {
            case STARTING, RESTORING, CATCHING_UP, FAILED -> false;
            case SUSPECT, AUDITING -> staleRows == StaleRows.MARK;
            case READY, LAGGING, STALLED -> true;
        };
    }
}
