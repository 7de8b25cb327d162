package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
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
    private volatile boolean closed;

    StreamsTableStore(TableSettings settings, int threads, Consumer<RowChange<RowJson>> changes) {
        this.task = TableTask.of(settings, changes);
        this.deaths = new ThreadDeaths(settings.contract().name(), threads, task.progress()::furthest);
        this.merged = new MergedReads(this, task.rows());
    }

    void start(ConsumerSettings settings, String instanceId, Path stateDir, StartCheck.Cluster cluster) {
        try {
            MessageLimits limits = cluster.limits(task.settings());
            TableTopology topology = TableTopology.of(
                    task, StreamsProperties.of(settings, contract(), instanceId, stateDir, limits), limits);
            KafkaStreams made =
                    new KafkaStreams(topology.topology(), topology.properties(), new ObservedClients(task.progress()));
            made.setUncaughtExceptionHandler(deaths);
            made.setGlobalStateRestoreListener(task.progress());
            streams = made;
            partitionCount = cluster.partitionCount(contract().topic());
            made.start();
        } catch (ConfigException e) {
            throw new StartException(
                    task.contract().name(), "streamsOverrides cannot be used: " + StartCheck.rootMessage(e), e);
        } catch (KafkaException | IllegalArgumentException e) {
            throw new StartException(task.contract().name(), StartCheck.rootMessage(e), e);
        }
    }

    /** {@return whether its threads have ended} */
    boolean close(CloseOptions.GroupMembershipOperation membership) {
        closed = true;
        deaths.close();
        KafkaStreams running = streams;
        return running == null
                || running.close(
                        CloseOptions.groupMembershipOperation(membership).withTimeout(CLOSE_TIMEOUT));
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
    public Read<Held> hold(int partition) {
        Optional<String> failure = failure();
        if (failure.isPresent()) {
            return Read.none(failure.get());
        }
        if (closed) {
            return Read.none("the table is closed");
        }
        Optional<PartitionProgress> found = task.progress().of(partition);
        if (found.isEmpty()) {
            return Read.none("partition " + partition + " is not assigned to this instance");
        }
        PartitionProgress progress = found.get();
        if (!progress.beginRead()) {
            return Read.none("partition " + partition
                    + (progress.isRestoring() ? " is being restored" : " has not caught up yet"));
        }
        return Read.of(new Held(progress.position().orElseThrow(), progress::endRead));
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
