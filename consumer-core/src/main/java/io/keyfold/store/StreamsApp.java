package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.store.PartitionReads.Read;
import io.keyfold.store.rocks.RocksMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
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
 * <p>Waiting: its topic is not there, or was made anew; a {@link StreamsRun} is over, and another begins as soon as it
 * can, with whatever local copies fit. Failed: only a user can help. Any thread may ask; {@link #look} belongs to the watch.
 */
final class StreamsApp {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsApp.class);

    /**
     * What a run needs of its consumer.
     *
     * @param settings the consumer
     * @param instanceId this instance among those that share the work
     * @param stateDir where local copies lie
     * @param memory what the local copies of the instance share
     * @param builds builds indexes and totals beside the traffic
     * @param audits compares local copies with their topics
     * @param uncommittedBytes this application's share of rows not yet committed
     * @param admin asks the broker
     */
    record Setup(
            ConsumerSettings settings,
            String instanceId,
            Path stateDir,
            RocksMemory memory,
            ProjectionBuilds builds,
            Audits audits,
            long uncommittedBytes,
            Admin admin) {}

    private final String applicationId;
    private final List<TableTask> tasks;
    private final Optional<DerivedTopology> derived;
    private final int threads;
    private volatile ThreadDeaths deaths;
    private volatile @Nullable Setup setup;
    private volatile @Nullable StreamsRun run;
    private final KnownTopics topics;
    /** Topics that the last look did not find. */
    private final Set<String> missing = new HashSet<>();

    private volatile @Nullable String waiting;
    private volatile @Nullable String failure;
    private volatile boolean closed;

    StreamsApp(String applicationId, List<TableTask> tasks, Optional<DerivedTopology> derived, int threads) {
        this.applicationId = applicationId;
        this.tasks = List.copyOf(tasks);
        this.derived = derived;
        this.threads = threads;
        this.topics = new KnownTopics(this.tasks, InstantSource.system());
        this.deaths = newDeaths();
    }

    private ThreadDeaths newDeaths() {
        return new ThreadDeaths(
                label(),
                threads,
                this::furthest,
                () -> tasks.stream()
                        .mapToLong(task -> task.progress().letters())
                        .sum(),
                this::needsAnotherRun,
                tables().stream()
                        .flatMap(table -> table.deadLetters().topic().stream())
                        .collect(Collectors.toSet()),
                System::nanoTime);
    }

    /** What messages call it: its table, or the application where it has several. */
    String label() {
        return tasks.size() == 1 ? tasks.get(0).contract().name() : applicationId;
    }

    private long furthest() {
        return tasks.stream().mapToLong(task -> task.progress().furthest()).sum();
    }

    String applicationId() {
        return applicationId;
    }

    List<TableTask> tasks() {
        return tasks;
    }

    List<TableSettings> tables() {
        return tasks.stream().map(TableTask::settings).toList();
    }

    Optional<DerivedTopology> derived() {
        return derived;
    }

    /**
     * Begins to read.
     *
     * @throws StartException in one sentence that says what to do
     */
    synchronized void start(Setup newSetup, Cluster cluster) {
        setup = newSetup;
        begin(newSetup, cluster);
    }

    private void begin(Setup with, Cluster cluster) {
        topics.configured(cluster.configs());
        age(with).ifPresent(age -> {
            age.age();
            age.begins(Instant.now());
        });
        StreamsRun begun = StreamsRun.start(this, with, cluster, deaths);
        topics.found(cluster);
        run = begun;
    }

    /** Of a mirror it does not matter: nothing is derived in it. */
    private Optional<StateAge> age(Setup with) {
        return with.settings().store().materialization() == Materialization.CHANGELOG
                ? Optional.of(new StateAge(with.stateDir(), applicationId))
                : Optional.empty();
    }

    /** On the thread that has died, before it is decided what becomes of it. */
    void threadDied() {
        tasks.forEach(task -> task.metrics().threadDied(task.contract().name()));
    }

    /** On a thread that has died of it: the watch begins another run. */
    private void needsAnotherRun(String why) {
        LOG.warn("{} stops reading for now: {}", label(), why);
        waiting = why;
    }

    /** Compares the topics with what is being read; ends, begins or fails a run as they say. For the watch alone. */
    synchronized void look() {
        Setup with = setup;
        StreamsRun running = run;
        if (with == null || closed || stopped().isPresent()) {
            return;
        }
        if (waiting == null && running != null) {
            compare(with, running);
        }
        if (waiting != null && failure == null) {
            runAgain(with);
        }
    }

    private void compare(Setup with, StreamsRun running) {
        for (TableTask task : tasks) {
            String topic = task.contract().topic();
            Optional<SourceTopic> now = TopicWatch.describe(with.admin(), running.source(topic));
            boolean isMissing = now.isPresent() && now.get().topicId().isEmpty();
            if (isMissing && !missing.add(topic)) {
                missing.clear();
                needsAnotherRun("topic " + topic + " does not exist any more");
                return;
            }
            if (isMissing) {
                continue; // one broker may be behind the others: the next look decides
            }
            missing.remove(topic);
            Optional<TopicBinding.Verdict> verdict = now.flatMap(found -> running.verdict(task, found));
            if (verdict.isPresent() && verdict.get() instanceof TopicBinding.Verdict.Rebuild rebuild) {
                needsAnotherRun(rebuild.why());
                return;
            }
            if (verdict.isPresent() && verdict.get() instanceof TopicBinding.Verdict.Refuse refuse) {
                fail(refuse.why());
                return;
            }
        }
    }

    private void runAgain(Setup with) {
        if (!end(GroupMembershipOperation.LEAVE_GROUP) || closed) {
            return;
        }
        deaths = newDeaths();
        String before = waiting;
        waiting = null; // a new run that ends itself at once says so
        try {
            begin(with, StartCheck.ask(with.settings(), tables()));
            LOG.info("{} is read again; it had stopped: {}", label(), before);
        } catch (StartException e) {
            Throwable root = StartCheck.rootOf(e);
            if (root instanceof StoreRefusedException) {
                fail(StartCheck.rootMessage(e));
                return;
            }
            LOG.debug("{} cannot be read yet", label(), e);
            waiting = e.getMessage();
        }
    }

    private void fail(String why) {
        failure = "Cannot read " + label() + ": " + why;
        LOG.error("{}; the table has stopped", failure);
        end(GroupMembershipOperation.LEAVE_GROUP);
    }

    private boolean end(GroupMembershipOperation membership) {
        StreamsRun running = run;
        boolean ended = running == null || running.close(membership);
        if (ended) {
            run = null;
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

    /** Where Kafka is; empty before the start. */
    Optional<String> bootstrapServers() {
        return Optional.ofNullable(setup).map(with -> with.settings().bootstrapServers());
    }

    KnownTopics topics() {
        return topics;
    }

    /** Each minute: reads anew how the topics are configured, and leaves a sign of life. */
    void readConfigs(Admin admin, Duration timeout) throws InterruptedException {
        topics.readConfigs(admin, timeout);
        StreamsRun running = run;
        Setup with = setup;
        if (running != null && with != null && running.readRetentions(admin, timeout)) {
            Duration trusted = Duration.ofMillis(Changelog.madeWithMs(with.settings()) / 2);
            age(with).ifPresent(age -> age.alive(Instant.now(), trusted));
        }
    }

    Optional<String> failure() {
        return stopped().or(() -> progress().givenUp().map(stuck -> "Cannot read " + label() + ": " + stuck));
    }

    /** Why only a user can help; a thread that stands still may go on, and what was read is served meanwhile. */
    private Optional<String> stopped() {
        String own = failure;
        return own != null ? Optional.of(own) : deaths.failure();
    }

    /** Which thread stands still, and where; empty while all poll. */
    Optional<String> stuck() {
        return progress().stuck();
    }

    /** All tables have the same readers. */
    private TableProgress progress() {
        return tasks.get(0).progress();
    }

    /** What it waits for, though it is alive; empty if nothing holds it. */
    Optional<String> waiting() {
        String own = waiting;
        return own != null ? Optional.of(own) : deaths.waiting();
    }

    List<BuildProgress> builds(TableTask task, int partition) {
        StreamsRun running = run;
        return running == null ? List.of() : running.builds(task, partition);
    }

    /** The copies that can be audited now: those that are being read into, and standbys of mirrors. */
    List<Audit.Target> auditTargets() {
        StreamsRun running = run;
        return running == null ? List.of() : running.auditTargets();
    }

    /** Begins to audit the partitions that are here. */
    CompletableFuture<List<PartitionAudit>> audit(TableTask task, AuditKind kind) {
        Setup with = setup;
        if (with == null || unavailable().isPresent()) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "Cannot audit " + label() + ": " + unavailable().orElse("it has not started")));
        }
        List<CompletableFuture<PartitionAudit>> begun = auditTargets().stream()
                .filter(target -> target.run().task().equals(task) && target.progress() != null)
                .map(target -> with.audits().begin(Audit.of(target, kind)))
                .toList();
        return CompletableFuture.allOf(begun.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> begun.stream().map(CompletableFuture::join).toList());
    }

    /** Of all partitions that are here. */
    List<KeyNote> keyNotes(TableTask task) {
        StreamsRun running = run;
        return running == null ? List.of() : running.keyNotes(task);
    }

    Optional<LocalCopy> copy(TableTask task, int partition) {
        StreamsRun running = run;
        return running == null ? Optional.empty() : running.copy(task, partition);
    }

    /** Whether a copy that is here has rows whose home is another partition; empty if it is not open. */
    Optional<Boolean> hasForeignRows(TableTask task, int partition) {
        StreamsRun running = run;
        return running == null
                ? Optional.empty()
                : running.copy(task, partition).map(LocalCopy::hasForeign);
    }

    /** Why nothing can be asked now, whatever the partition. */
    Optional<String> unavailable() {
        Optional<String> failed = stopped();
        if (failed.isPresent()) {
            return failed;
        }
        if (closed) {
            return Optional.of("the table is closed");
        }
        return Optional.ofNullable(waiting);
    }

    /** How far the standby is that is kept here; empty if there is none. */
    Optional<StandbyCopy> standby(TableTask task, int partition) {
        StreamsRun running = run;
        return running == null ? Optional.empty() : running.standby(task, partition);
    }

    /** Where the table's partitions are, as the group last told it. */
    OwnersView owners(TableTask task) {
        StreamsRun running = run;
        return running == null ? OwnersView.UNKNOWN : running.owners(task);
    }

    <R> Read<R> ask(String store, int partition, PartitionQuery<R> query) {
        StreamsRun running = run;
        return running == null ? Read.none("the table is not running") : running.ask(store, partition, query);
    }

    boolean isRunning() {
        return run != null;
    }

    <K> DerivedOwner ownerOf(String store, K key, Serializer<K> keys) {
        StreamsRun running = run;
        return running == null ? DerivedOwner.UNKNOWN : running.ownerOf(store, key, keys);
    }

    <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        StreamsRun running = run;
        if (running == null) {
            throw new IllegalStateException("Cannot query " + applicationId + ": it is not running");
        }
        return running.query(request);
    }
}
