package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** A table kept by a KafkaStreams of its own, so that a failing table stops no other. Asked through IQv2. */
final class StreamsTableStore implements TableStore, PartitionReads {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final TableTask task;
    private final ThreadDeaths deaths;
    private final MergedReads merged;
    private volatile @Nullable KafkaStreams streams;
    private volatile int partitionCount;

    StreamsTableStore(TableSettings settings, Consumer<RowChange<RowJson>> changes) {
        this.task = TableTask.of(settings, changes);
        this.deaths = new ThreadDeaths(settings.contract().name());
        this.merged = new MergedReads(this, task.rows());
    }

    void start(ConsumerSettings settings, String instanceId, Path stateDir, int partitions) {
        TableTopology topology =
                TableTopology.of(task, StreamsProperties.of(settings, task.contract(), instanceId, stateDir));
        try {
            KafkaStreams made =
                    new KafkaStreams(topology.topology(), topology.properties(), new ObservedClients(task.progress()));
            made.setUncaughtExceptionHandler(deaths);
            made.setGlobalStateRestoreListener(task.progress());
            streams = made;
            partitionCount = partitions;
            made.start();
        } catch (StreamsException e) {
            throw new StartException(task.contract().name(), StartCheck.rootMessage(e), e);
        }
    }

    void close(CloseOptions.GroupMembershipOperation membership) {
        deaths.close();
        KafkaStreams running = streams;
        if (running != null) {
            running.close(CloseOptions.groupMembershipOperation(membership).withTimeout(CLOSE_TIMEOUT));
        }
    }

    @Override
    public TableContract contract() {
        return task.contract();
    }

    @Override
    public int partitionCount() {
        return partitionCount;
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
        return deaths.failure();
    }

    @Override
    public Lookup get(byte[] routingKey, byte[] storageKey) {
        return merged.get(routingKey, storageKey);
    }

    @Override
    public Listing list(byte @Nullable [] from, byte @Nullable [] to, int limit) {
        return merged.list(from, to, limit);
    }

    @Override
    public int count() {
        return partitionCount;
    }

    @Override
    public Read<PartitionPosition> position(int partition) {
        Optional<String> failure = failure();
        if (failure.isPresent()) {
            return Read.none(failure.get());
        }
        Optional<PartitionProgress> progress = task.progress().of(partition);
        if (progress.isEmpty()) {
            return Read.none("partition " + partition + " is not assigned to this instance");
        }
        if (!progress.get().isCaughtUp()) {
            return Read.none("partition " + partition
                    + (progress.get().isRestoring() ? " is being restored" : " has not caught up yet"));
        }
        return progress.get()
                .position()
                .map(Read::of)
                .orElseGet(() -> Read.none("partition " + partition + " has not been read yet"));
    }

    @Override
    public Read<byte[]> get(int partition, byte[] key) {
        return query(partition, KeyQuery.<byte[], byte[]>withKey(key));
    }

    @Override
    public Read<KeyValueIterator<byte[], byte[]>> range(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        return query(partition, range(from, to));
    }

    private static RangeQuery<byte[], byte[]> range(byte @Nullable [] from, byte @Nullable [] to) {
        if (from == null) {
            return to == null ? RangeQuery.withNoBounds() : RangeQuery.withUpperBound(to);
        }
        return to == null ? RangeQuery.withLowerBound(from) : RangeQuery.withRange(from, to);
    }

    private <R> Read<R> query(int partition, Query<R> query) {
        KafkaStreams running = streams;
        if (running == null) {
            return Read.none("the table has not started");
        }
        QueryResult<R> result;
        try {
            result = running.query(StateQueryRequest.inStore(TableTopology.storeName(task.contract()))
                            .withQuery(query)
                            .withPartitions(Set.of(partition)))
                    .getPartitionResults()
                    .get(partition);
        } catch (StreamsException | IllegalStateException e) {
            return Read.none("the table is not running");
        }
        if (result == null || result.isFailure()) {
            FailureReason reason = result == null ? FailureReason.NOT_PRESENT : result.getFailureReason();
            return Read.none("partition " + partition + " cannot be read now (" + reason + ")");
        }
        return Read.of(result.getResult());
    }
}
