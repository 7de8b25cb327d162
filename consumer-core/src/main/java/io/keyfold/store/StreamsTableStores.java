package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.store.rocks.RocksMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of one consumer. States: made → started → closed; a failed start is closed. Any thread may call any
 * method.
 */
public final class StreamsTableStores implements AutoCloseable, DerivedState {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsTableStores.class);

    private enum State {
        MADE,
        STARTED,
        CLOSED
    }

    private final ConsumerSettings settings;
    private final List<StreamsApp> apps = new ArrayList<>();
    private final List<TableStore> stores = new ArrayList<>();
    private final TopicWatch watch;
    private final FreshnessWatch freshness;
    private final SilenceWatch silence;
    private final PauseWatch pauses;
    private final PeerWatch peers;
    private final PeerDesk desk;
    private final DerivedQuestions derived;
    private final Audits audits;
    private final ProjectionBuilds builds = new ProjectionBuilds();
    private State state = State.MADE;
    private @Nullable StateHome home;
    private volatile @Nullable RocksMemory memory;
    private @Nullable Admin admin;

    /**
     * Makes the stores; nothing is opened yet.
     *
     * @param settings the consumer
     * @param derived what is derived from the tables; for the materialization {@code CHANGELOG} alone
     * @param metrics is told what happens
     * @param events for each table, by name, who is told what happens to it
     * @throws IllegalArgumentException if something is derived from mirrors
     */
    public StreamsTableStores(
            ConsumerSettings settings,
            Optional<Derivation> derived,
            ConsumerMetrics metrics,
            Function<String, TableEvents> events) {
        this.settings = settings;
        List<TableTask> tasks = settings.tables().stream()
                .map(table -> TableTask.of(
                        table, metrics, events.apply(table.contract().name())))
                .toList();
        if (settings.store().materialization() == Materialization.CHANGELOG) {
            apps.add(new StreamsApp(
                    settings.name(), tasks, derived.map(Derivation::topology), settings.streamThreads()));
        } else if (derived.isPresent()) {
            throw new IllegalArgumentException(
                    "topology: set (expected: the materialization CHANGELOG, for a mirror of the "
                            + "source topic loses what a row was before when its disk is lost, and what is derived from it "
                            + "would be wrong for ever)");
        } else {
            tasks.forEach(task -> apps.add(new StreamsApp(
                    settings.name() + "-" + task.contract().name(),
                    List.of(task),
                    Optional.empty(),
                    settings.streamThreads())));
        }
        PeerCalls calls = new PeerCalls(settings.peers(), System::nanoTime);
        List<CopiesHere> copies = new ArrayList<>();
        this.pauses = new PauseWatch(
                settings.name(),
                StreamsProperties.longestPause(settings.streamsOverrides()),
                this::stoodStill,
                System::nanoTime);
        this.peers = new PeerWatch(settings.name(), calls);
        for (StreamsApp app : apps) {
            for (TableTask task : app.tasks()) {
                CopiesHere here = new CopiesHere(task, app, pauses::isAwake);
                copies.add(here);
                PeerOwners owners = new PeerOwners(here, () -> app.owners(task));
                TablePeers asked = new TablePeers(task.contract(), calls, owners::of, here.foreignKnowledge());
                stores.add(new StreamsTableStore(here, app, asked, peers.notes(owners)));
            }
        }
        this.desk = new PeerDesk(copies);
        this.derived = new DerivedQuestions(apps.get(0), derived.flatMap(Derivation::desk), calls, pauses::isAwake);
        this.watch = new TopicWatch(settings.name(), apps);
        this.freshness = new FreshnessWatch(settings.name(), apps);
        this.silence = new SilenceWatch(settings.name(), apps);
        this.audits = new Audits(settings.name());
    }

    /** {@return the tables, in the order of the settings} */
    public List<TableStore> all() {
        return List.copyOf(stores);
    }

    /**
     * Checks the state directory, the broker and the topics, then begins to read.
     *
     * @throws io.keyfold.error.StartException in one sentence that says what to do
     */
    public synchronized void start() {
        if (state != State.MADE) {
            throw new IllegalStateException("Cannot start " + settings.name() + ": it "
                    + (state == State.STARTED ? "was started before" : "is closed; build another"));
        }
        try {
            StateHome opened = StateHome.open(settings.name(), settings.stateDir());
            home = opened;
            String instanceId = settings.instanceId().orElseGet(() -> opened.instanceId(settings.name()));
            LOG.info(
                    "Starting {}; waiting for the broker at {} for {} s at most",
                    settings.name(),
                    settings.bootstrapServers(),
                    settings.startTimeout().toSeconds());
            settings.tables().forEach(DeadLetterFiles::requireWritable);
            Cluster cluster = StartCheck.ask(settings, settings.tables());
            state = State.STARTED;
            start(opened, instanceId, cluster);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start(StateHome opened, String instanceId, Cluster cluster) {
        RocksMemory shared = memory(settings);
        memory = shared;
        Admin asked = Admin.create(StartCheck.adminConfig(settings));
        admin = asked;
        StreamsApp.Setup setup = new StreamsApp.Setup(
                settings,
                instanceId,
                opened.clusterDir(settings.name(), cluster.clusterId()),
                shared,
                builds,
                audits,
                shared.overlayBudgetBytes() / apps.size(),
                asked);
        for (StreamsApp app : apps) {
            app.start(setup, cluster);
            app.tasks()
                    .forEach(task -> LOG.info(
                            "Reading {} from topic {} as {}",
                            task.contract().name(),
                            task.contract().topic(),
                            instanceId));
        }
        watch.start(asked);
        freshness.start(asked, audits);
        silence.start(asked);
        pauses.start();
        peers.start(desk.id());
    }

    private void stoodStill() {
        long now = System.currentTimeMillis();
        apps.forEach(app ->
                app.tasks().forEach(task -> task.progress().assigned().forEach(progress -> progress.stoodStill(now))));
    }

    private static RocksMemory memory(ConsumerSettings settings) {
        try {
            return RocksMemory.of(settings.store().memoryBytes());
        } catch (UnsatisfiedLinkError | RuntimeException e) { // the latter where it cannot be unpacked
            throw new StartException(
                    settings.name(),
                    "RocksDB's native library cannot be loaded (" + StartCheck.rootMessage(e)
                            + "); it needs a temporary directory that programs may be run from",
                    e);
        }
    }

    /** {@return cursors over rows that are open now in all tables; 0 while nobody lists} */
    public long openCursors() {
        RocksMemory shared = memory;
        return shared == null ? 0 : shared.openCursors();
    }

    /** {@return bytes that the tables' stores use now of what the settings allow} */
    public long usedBytes() {
        RocksMemory shared = memory;
        return shared == null ? 0 : shared.usedBytes();
    }

    /**
     * {@return the reply to another instance's question, out of what is here}
     *
     * @param question what it asked
     * @throws IllegalArgumentException if it is none
     */
    public byte[] answerPeer(byte[] question) {
        return DerivedQuestion.isAsked(question) ? derived.answer(this, question) : desk.answer(question);
    }

    @Override
    public <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        return apps.get(0).query(request);
    }

    @Override
    public <K> OptionalInt partition(String store, K key, Serializer<K> keys) {
        return apps.get(0).ownerOf(store, key, keys).partition();
    }

    @Override
    public <K> DerivedAnswer ask(String store, K key, Serializer<K> keys, byte[] question) {
        return derived.ask(this, store, key, keys, question);
    }

    /** Stops reading; the instance stays a member of the group until its session times out. */
    @Override
    public void close() {
        close(GroupMembershipOperation.REMAIN_IN_GROUP);
    }

    /** Stops reading and gives the partitions up. */
    public void leave() {
        close(GroupMembershipOperation.LEAVE_GROUP);
    }

    private synchronized void close(GroupMembershipOperation membership) {
        boolean nothingRuns = state == State.MADE || (state == State.CLOSED && home == null);
        state = State.CLOSED;
        watch.close();
        freshness.close();
        silence.close();
        pauses.close();
        peers.close();
        audits.close();
        builds.close();
        boolean ended = nothingRuns || closeAll(membership);
        // While a thread still runs, nobody else may have the directory, nor the memory.
        if (home != null && ended) {
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
            RocksMemory shared = memory;
            memory = null;
            if (shared != null) {
                shared.close();
            }
            home.close();
            home = null;
        }
    }

    private boolean closeAll(GroupMembershipOperation membership) {
        boolean ended = apps.parallelStream().map(app -> app.close(membership)).reduce(true, Boolean::logicalAnd);
        if (ended) {
            LOG.info("Closed {}", settings.name());
        } else {
            LOG.warn("Closed {}, but a thread of it has not ended; its state directory stays locked", settings.name());
        }
        return ended;
    }
}
