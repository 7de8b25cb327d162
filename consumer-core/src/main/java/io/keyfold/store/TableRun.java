package io.keyfold.store;

import io.keyfold.config.Materialization;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.rocks.RocksMemory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One table in one run of its Kafka Streams application: what the classes that Kafka Streams makes need to fold, keep
 * and restore it. Another run of the same table, after its topic was made anew, has another.
 */
final class TableRun {

    private final TableTask task;
    private final SourceTopic source;
    private final MessageLimits limits;
    private final Materialization materialization;
    private final RocksMemory memory;
    private final RestoreDeadLetters deadLetters;
    private final Map<Integer, LocalCopy> copies = new ConcurrentHashMap<>();
    private final Set<Integer> firstLoads = ConcurrentHashMap.newKeySet();
    private volatile boolean boundsAreFresh = true;

    TableRun(
            TableTask task,
            SourceTopic source,
            MessageLimits limits,
            Materialization materialization,
            RocksMemory memory,
            RestoreDeadLetters deadLetters) {
        this.task = task;
        this.source = source;
        this.limits = limits;
        this.materialization = materialization;
        this.memory = memory;
        this.deadLetters = deadLetters;
    }

    TableTask task() {
        return task;
    }

    TableContract contract() {
        return task.contract();
    }

    SourceTopic source() {
        return source;
    }

    MessageLimits limits() {
        return limits;
    }

    Materialization materialization() {
        return materialization;
    }

    RocksMemory memory() {
        return memory;
    }

    RestoreDeadLetters deadLetters() {
        return deadLetters;
    }

    /** The local copy of a partition, while Kafka Streams has it open. */
    Optional<LocalCopy> copy(int partition) {
        return Optional.ofNullable(copies.get(partition));
    }

    void opened(int partition, LocalCopy copy) {
        copies.put(partition, copy);
    }

    void closed(int partition, LocalCopy copy) {
        copies.remove(partition, copy);
    }

    /** These partitions are read for the first time: their bad records have not been dead letters before. */
    void firstLoads(Set<Integer> partitions) {
        firstLoads.addAll(partitions);
    }

    /** Its restore is over; what is restored again from here on has been read before. */
    void loaded(int partition) {
        firstLoads.remove(partition);
        copy(partition).ifPresent(LocalCopy::loaded);
    }

    boolean isFirstLoad(int partition) {
        return firstLoads.contains(partition);
    }

    /** From here on {@link SourceTopic#partitions()} may be behind the times. */
    void started() {
        boundsAreFresh = false;
    }

    boolean boundsAreFresh() {
        return boundsAreFresh;
    }
}
