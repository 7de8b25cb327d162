package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of one consumer. States: made → started → closed; a failed start is closed. Any thread may call any
 * method.
 */
public final class StreamsTableStores implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StreamsTableStores.class);

    private enum State {
        MADE,
        STARTED,
        CLOSED
    }

    private final ConsumerSettings settings;
    private final List<StreamsTableStore> stores;
    private State state = State.MADE;
    private @Nullable StateHome home;

    /**
     * Makes the stores; nothing is opened yet.
     *
     * @param settings the consumer
     * @param changes for each table, by name, what is given every change on the thread that reads
     */
    public StreamsTableStores(ConsumerSettings settings, Function<String, Consumer<RowChange<RowJson>>> changes) {
        this.settings = settings;
        this.stores = settings.tables().stream()
                .map(table -> new StreamsTableStore(
                        table,
                        settings.streamThreads(),
                        changes.apply(table.contract().name())))
                .toList();
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
            StartCheck.Cluster cluster = StartCheck.ask(settings);
            state = State.STARTED;
            for (StreamsTableStore store : stores) {
                store.start(settings, instanceId, opened.clusterDir(settings.name(), cluster.clusterId()), cluster);
                LOG.info(
                        "Reading {} from topic {} as {}",
                        store.contract().name(),
                        store.contract().topic(),
                        instanceId);
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
        boolean ended = nothingRuns || closeAll(membership);
        // While a thread still runs, nobody else may have the directory.
        if (home != null && ended) {
            home.close();
            home = null;
        }
    }

    private boolean closeAll(GroupMembershipOperation membership) {
        boolean ended =
                stores.parallelStream().map(store -> store.close(membership)).reduce(true, Boolean::logicalAnd);
        if (ended) {
            LOG.info("Closed {}", settings.name());
        } else {
            LOG.warn("Closed {}, but a thread of it has not ended; its state directory stays locked", settings.name());
        }
        return ended;
    }
}
