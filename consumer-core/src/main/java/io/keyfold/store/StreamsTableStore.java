package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table that a Kafka Streams application keeps, asked through its interactive queries. */
final class StreamsTableStore implements TableStore, PartitionReads {

    private final TableTask task;
    private final StreamsApp app;
    private final MergedReads merged;

    StreamsTableStore(TableTask task, StreamsApp app) {
        this.task = task;
        this.app = app;
        this.merged = new MergedReads(this, task.rows());
    }

    @Override
    public TableContract contract() {
        return task.contract();
    }

    @Override
    public int partitionCount() {
        return app.partitionCount(contract().topic());
    }

    @Override
    public boolean isAssigned() {
        return task.progress().isAssigned();
    }

    @Override
    public List<PartitionProgress> progress() {
        return task.progress().assigned();
    }

    @Override
    public TableCounts counts() {
        return task.counters().counts();
    }

    @Override
    public Optional<String> failure() {
        return app.failure();
    }

    @Override
    public Lookup get(KeyBytes key) {
        return merged.get(key);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> keys) {
        return merged.getAll(keys);
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        return merged.list(range, limit);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        return merged.count(range, limit);
    }

    @Override
    public boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
        Optional<PartitionProgress> progress = task.progress().of(partition);
        if (progress.isEmpty() || !progress.get().tryBetweenFolds()) {
            return false;
        }
        try {
            Read<Held> hold = hold(partition);
            if (hold.unavailable().isPresent()) {
                return false;
            }
            try (Held held = requireNonNull(hold.result())) {
                Read<PartitionPage> page = ask(
                        partition,
                        new PartitionQuery.Rows(KeyRange.behind(after), limit, PartitionQuery.Contents.ROWS));
                if (page.unavailable().isPresent()) {
                    return false;
                }
                taker.accept(requireNonNull(page.result()).listing(task.rows(), held.asOf()));
                return true;
            }
        } finally {
            progress.get().endFold();
        }
    }

    @Override
    public int count() {
        return partitionCount();
    }

    @Override
    public Read<Held> hold(int partition) {
        Optional<String> unavailable = app.unavailable();
        if (unavailable.isPresent()) {
            return Read.none(unavailable.get());
        }
        Optional<PartitionProgress> found = task.progress().of(partition);
        if (found.isEmpty()) {
            return isAssigned() ? Read.elsewhere(partition) : Read.none("the group has not assigned partitions yet");
        }
        PartitionProgress progress = found.get();
        if (!progress.beginRead()) {
            return Read.none("partition " + partition
                    + (progress.isRestoring() ? " is being restored" : " has not caught up yet"));
        }
        return Read.of(new Held(progress.position().orElseThrow(), progress::endRead));
    }

    @Override
    public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
        return app.ask(TableTopology.storeName(contract()), partition, query);
    }

    @Override
    public boolean mayHaveForeignRows(int partition) {
        return task.progress()
                .of(partition)
                .map(PartitionProgress::mayHaveForeignRows)
                .orElse(false);
    }
}
