package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.store.PartitionReads.Read;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.StoreIoException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Kafka Streams application of a consumer: of one table, so that a failing one stops no other, or of all tables that
 * keep changelogs.
 *
 * <pre>
 * made → running → closed
 *         ⇅    ↘
 *      waiting → failed → closed
 * </pre>
 *
 * <p>Waiting: its topic is not there, or was made anew; a run of its own is over, and another begins as soon as it can,
 * with whatever local copies fit. Failed: only a user can help. Any thread may ask; {@link #look} belongs to the watch.
 */
final class StreamsApp {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsApp.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    /**
     * What a run needs of its consumer.
     *
     * @param settings the consumer
     * @param instanceId this instance among those that share the work
     * @param stateDir where local copies lie
     * @param memory what the local copies of the instance share
     * @param uncommittedBytes this application's share of rows not yet committed
     * @param admin asks the broker
     */
    record Setup(
            ConsumerSettings settings,
            String instanceId,
            Path stateDir,
            RocksMemory memory,
            long uncommittedBytes,
            Admin admin) {}

    private final String applicationId;
    private final List<TableTask> tasks;
    private final Optional<DerivedTopology> derived;
    private final int threads;
    private volatile ThreadDeaths deaths;
    private volatile @Nullable Setup setup;
    private volatile @Nullable KafkaStreams streams;
    private volatile @Nullable RestoreDeadLetters deadLetters;
    private volatile StartCheck.@Nullable Cluster cluster;
    private volatile @Nullable String waiting;
    private volatile @Nullable String failure;
    private volatile boolean closed;

    StreamsApp(String applicationId, List<TableTask> tasks, Optional<DerivedTopology> derived, int threads) {
        this.applicationId = applicationId;
        this.tasks = List.copyOf(tasks);
        this.derived = derived;
        this.threads = threads;
        this.deaths = newDeaths();
    }

    private ThreadDeaths newDeaths() {
        return new ThreadDeaths(label(), threads, this::furthest, this::needsAnotherRun);
    }

    /** What messages call it: its table, or the application where it has several. */
    private String label() {
        return tasks.size() == 1 ? tasks.get(0).contract().name() : applicationId;
    }

    private long furthest() {
        return tasks.stream().mapToLong(task -> task.progress().furthest()).sum();
    }

    List<TableTask> tasks() {
        return tasks;
    }

    List<TableSettings> tables() {
        return tasks.stream().map(TableTask::settings).toList();
    }

    /**
     * Begins to read.
     *
     * @throws StartException in one sentence that says what to do
     */
    synchronized void start(Setup newSetup, StartCheck.Cluster found) {
        setup = newSetup;
        run(newSetup, found);
    }

    private void run(Setup with, StartCheck.Cluster found) {
        Materialization materialization = with.settings().store().materialization();
        Map<String, String> properties = StreamsProperties.of(with, applicationId, found.largestLimits(tables()));
        RestoreDeadLetters letters = new RestoreDeadLetters(properties);
        deadLetters = letters;
        TableRuns runs = new TableRuns(tasks.stream()
                .map(task -> new TableRun(
                        task,
                        found.source(task.contract().topic()),
                        found.limits(task.settings()),
                        materialization,
                        with.memory(),
                        letters))
                .toList());
        try {
            TableTopology topology = TableTopology.of(runs, properties, derived);
            KafkaStreams made = new KafkaStreams(topology.topology(), topology.properties(), new ObservedClients(runs));
            streams = made;
            made.setUncaughtExceptionHandler(deaths);
            made.setGlobalStateRestoreListener(new RestoreListener(runs));
            GroupStart.prepare(
                    with.admin(), applicationId, runs, with.settings().startTimeout());
            cluster = found;
            made.start();
            runs.all().forEach(TableRun::started);
        } catch (ConfigException e) {
            throw new StartException(label(), "streamsOverrides cannot be used: " + StartCheck.rootMessage(e), e);
        } catch (KafkaException | IllegalArgumentException | StoreRefusedException e) {
            throw new StartException(label(), StartCheck.rootMessage(e), e);
        } catch (StoreIoException | CorruptStoreException e) {
            throw new StartException(label(), requireNonNull(e.getMessage()), e);
        }
    }

    /** On a thread that has died of it: the watch begins another run. */
    private void needsAnotherRun(String why) {
        LOG.warn("{} stops reading for now: {}", label(), why);
        waiting = why;
    }

    /** Compares the topics with what is being read; ends, begins or fails a run as they say. For the watch alone. */
    synchronized void look() {
        Setup with = setup;
        StartCheck.Cluster read = cluster;
        if (with == null || read == null || closed || failure().isPresent()) {
            return;
        }
        if (waiting == null) {
            compare(with, read);
        }
        if (waiting != null && failure == null) {
            runAgain(with);
        }
    }

    private void compare(Setup with, StartCheck.Cluster read) {
        for (TableTask task : tasks) {
            String topic = task.contract().topic();
            Optional<SourceTopic> now = TopicWatch.describe(with.admin(), read.source(topic));
            if (now.isEmpty()) {
                continue;
            }
            if (now.get().topicId().isEmpty()) {
                needsAnotherRun("topic " + topic + " does not exist any more");
                return;
            }
            TopicBinding.Verdict verdict = TopicBinding.of(task.contract(), read.source(topic))
                    .compare(
                            TopicBinding.of(task.contract(), now.get()),
                            topic,
                            with.settings().store().materialization());
            if (verdict instanceof TopicBinding.Verdict.Rebuild rebuild) {
                needsAnotherRun(rebuild.why());
                return;
            }
            if (verdict instanceof TopicBinding.Verdict.Refuse refuse) {
                fail(refuse.why());
                return;
            }
        }
    }

    private void runAgain(Setup with) {
        end(GroupMembershipOperation.LEAVE_GROUP);
        deaths = newDeaths();
        try {
            run(with, StartCheck.ask(with.settings(), tables()));
            LOG.info("{} is read again", label());
            waiting = null;
        } catch (StartException e) {
            end(GroupMembershipOperation.LEAVE_GROUP);
            if (StartCheck.isTopicMissing(e) || StartCheck.isNoBroker(e)) {
                LOG.debug("{} cannot be read yet", label(), e);
                return;
            }
            fail(StartCheck.rootMessage(e));
        }
    }

    private void fail(String why) {
        failure = "Cannot read " + label() + ": " + why;
        LOG.error("{}; the table has stopped", failure);
        end(GroupMembershipOperation.LEAVE_GROUP);
    }

    private boolean end(GroupMembershipOperation membership) {
        KafkaStreams running = streams;
        boolean ended = running == null
                || running.close(
                        CloseOptions.groupMembershipOperation(membership).withTimeout(CLOSE_TIMEOUT));
        RestoreDeadLetters letters = deadLetters;
        if (letters != null) {
            letters.close();
        }
        if (ended) {
            streams = null;
        }
        return ended;
    }

    /** {@return whether its threads have ended} */
    boolean close(GroupMembershipOperation membership) {
        closed = true;
        deaths.close();
        synchronized (this) {
            return end(membership);
        }
    }

    int partitionCount(String topic) {
        StartCheck.Cluster read = cluster;
        return read == null ? 0 : read.source(topic).partitionCount();
    }

    Optional<String> failure() {
        String own = failure;
        return own != null ? Optional.of(own) : deaths.failure();
    }

    /** Why nothing can be asked now, whatever the partition. */
    Optional<String> unavailable() {
        Optional<String> failed = failure();
        if (failed.isPresent()) {
            return failed;
        }
        if (closed) {
            return Optional.of("the table is closed");
        }
        return Optional.ofNullable(waiting);
    }

    <R> Read<R> ask(String store, int partition, PartitionQuery<R> query) {
        KafkaStreams running = streams;
        if (running == null) {
            return Read.none("the table is not running");
        }
        QueryResult<R> result;
        try {
            result = running.query(
                            StateQueryRequest.inStore(store).withQuery(query).withPartitions(Set.of(partition)))
                    .getPartitionResults()
                    .get(partition);
        } catch (StreamsException | IllegalStateException e) {
            return Read.none("the table is not running");
        } catch (StoreIoException | CorruptStoreException e) {
            return Read.none(requireNonNull(e.getMessage()));
        }
        if (result == null || result.isFailure()) {
            FailureReason reason = result == null ? FailureReason.NOT_PRESENT : result.getFailureReason();
            return Read.none("partition " + partition + " cannot be read now (" + reason + ")");
        }
        return Read.of(result.getResult());
    }

    <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        KafkaStreams running = streams;
        if (running == null) {
            throw new IllegalStateException("Cannot query " + applicationId + ": it is not running");
        }
        return running.query(request);
    }
}
