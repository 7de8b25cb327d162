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
                        table, changes.apply(table.contract().name())))
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
            throw new IllegalStateException("Cannot start " + settings.name() + ": it was started before");
        }
        try {
            StateHome opened = StateHome.open(settings.name(), settings.stateDir());
            home = opened;
            String instanceId = settings.instanceId().orElseGet(() -> opened.instanceId(settings.name()));
            StartCheck.Cluster cluster = StartCheck.ask(settings);
            state = State.STARTED;
            for (StreamsTableStore store : stores) {
                String topic = store.contract().topic();
                store.start(
                        settings,
                        instanceId,
                        opened.clusterDir(settings.name(), cluster.clusterId()),
                        cluster.partitions().getOrDefault(topic, 0));
                LOG.info("Reading {} from topic {} as {}", store.contract().name(), topic, instanceId);
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
        boolean wasStarted = state == State.STARTED;
        state = State.CLOSED;
        if (wasStarted) {
            stores.parallelStream().forEach(store -> store.close(membership));
            LOG.info("Closed {}", settings.name());
        }
        if (home != null) {
            home.close();
            home = null;
        }
    }
}
