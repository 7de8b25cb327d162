package io.keyfold;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeFeed;
import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.StreamsTableStores;
import io.keyfold.store.TableStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads upsert topics into tables that can be asked.
 *
 * <p>States: built → started → closed. {@link #start()} once, {@link #close()} any number of times, from any thread. A
 * closed consumer is not started again; build another. Instances of one name share the partitions of their topics.
 */
public final class UpsertConsumer implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofDays(365);
    private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();

    private final ConsumerSettings settings;
    private final StreamsTableStores stores;
    private final Map<String, ChangeFeed> changes = new LinkedHashMap<>();
    private final Map<String, UpsertTable<RowJson>> tables = new LinkedHashMap<>();

    private UpsertConsumer(ConsumerSettings settings) {
        this.settings = settings;
        this.stores =
                new StreamsTableStores(settings, table -> changes.computeIfAbsent(table, ChangeFeed::new)::publish);
        for (TableStore store : stores.all()) {
            String table = store.contract().name();
            tables.put(table, LocalTable.over(store, requireNonNull(changes.get(table))));
        }
    }

    /**
     * {@return a builder}
     *
     * @param name the consumer's name: instances of one name share the work, consumers of two names each read all
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * Checks the broker, the topics and the state directory, then begins to read. Returns when reading has begun, not
     * when the tables are ready.
     *
     * @throws io.keyfold.error.StartException in one sentence that says what to do, within the start timeout
     * @throws IllegalStateException if it was started or closed before
     */
    public void start() {
        stores.start();
    }

    /**
     * Waits until every table is ready, or one has failed.
     *
     * @param timeout how long to wait at most
     * @return whether all are ready
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitReady(Duration timeout) throws InterruptedException {
        Duration bounded = timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout;
        long deadline = System.nanoTime() + bounded.toNanos();
        while (!tables.values().stream().allMatch(table -> table.status().isReady())) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for " + settings.name());
            }
            boolean hopeless =
                    !tables.values().stream().allMatch(table -> table.status().isLive());
            if (hopeless || System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** {@return the names of the tables} */
    public Set<String> tables() {
        return Collections.unmodifiableSet(tables.keySet());
    }

    /**
     * {@return a table with values as they came}
     *
     * @param name the contract's name
     * @throws IllegalArgumentException if there is none of that name
     */
    public UpsertTable<RowJson> table(String name) {
        UpsertTable<RowJson> table = tables.get(requireNonNull(name, "name"));
        if (table == null) {
            throw new IllegalArgumentException("table: " + name + " (expected: one of " + tables.keySet() + ")");
        }
        return table;
    }

    /**
     * {@return a table with values read into a record; see {@link UpsertTable#as(Class)}}
     *
     * @param name the contract's name
     * @param type a public record
     * @param <T> the record
     * @throws IllegalArgumentException if there is no such table, or the record does not fit it
     */
    public <T extends Record> UpsertTable<T> table(String name, Class<T> type) {
        return table(name).as(type);
    }

    /**
     * Stops reading and stays a member of the group, so that a restart within ten seconds moves nothing. Listeners have
     * ten seconds to see the changes that wait for them; those that then remain are lost, and logged as such.
     */
    @Override
    public void close() {
        changes.values().forEach(ChangeFeed::letGo);
        stores.close();
        changes.values().forEach(ChangeFeed::close);
    }

    /** Stops reading as {@link #close()} does and gives the partitions to the other instances at once. */
    public void leave() {
        changes.values().forEach(ChangeFeed::letGo);
        stores.leave();
        changes.values().forEach(ChangeFeed::close);
    }

    /** Settings of a consumer. Not safe for several threads. */
    public static final class Builder {

        private final String name;
        private String bootstrapServers = "";
        private Path stateDir = Path.of("keyfold-state");
        private Optional<String> instanceId = Optional.empty();
        private int streamThreads = 1;
        private Duration startTimeout = Duration.ofSeconds(20);
        private final List<TableSettings> tables = new ArrayList<>();
        private final Map<String, String> streamsOverrides = new LinkedHashMap<>();

        private Builder(String name) {
            this.name = requireNonNull(name, "name");
        }

        /**
         * Where the broker is. Required.
         *
         * @param servers Kafka's {@code host:port,…}
         * @return this
         */
        public Builder bootstrapServers(String servers) {
            this.bootstrapServers = requireNonNull(servers, "servers");
            return this;
        }

        /**
         * Where tables are kept on disk, below a directory for each Kafka cluster. Default: {@code keyfold-state} in
         * the working directory.
         *
         * @param directory made if it is missing
         * @return this
         */
        public Builder stateDir(Path directory) {
            this.stateDir = requireNonNull(directory, "directory");
            return this;
        }

        /**
         * This instance's name among those that share the work; two that run at once must differ. Default: a UUID kept
         * in the state directory.
         *
         * @param id letters, digits, {@code .}, {@code _} or {@code -}
         * @return this
         */
        public Builder instanceId(String id) {
            this.instanceId = Optional.of(id);
            return this;
        }

        /**
         * Threads that read, a table. Default: 1.
         *
         * @param threads 1 or more; more than the topic has partitions are idle
         * @return this
         */
        public Builder streamThreads(int threads) {
            this.streamThreads = threads;
            return this;
        }

        /**
         * How long {@link UpsertConsumer#start()} waits for the broker. Default: 20 seconds.
         *
         * @param timeout more than zero
         * @return this
         */
        public Builder startTimeout(Duration timeout) {
            this.startTimeout = requireNonNull(timeout, "timeout");
            return this;
        }

        /**
         * Adds a table whose bad records go to {@code <topic>.dlq}. At least one table is required.
         *
         * @param contract what its topic holds
         * @return this
         */
        public Builder table(TableContract contract) {
            return table(contract, contract.topic() + ".dlq");
        }

        /**
         * Adds a table.
         *
         * @param contract what its topic holds
         * @param deadLetterTopic where its bad records go; it must exist
         * @return this
         */
        public Builder table(TableContract contract, String deadLetterTopic) {
            tables.add(new TableSettings(contract, deadLetterTopic));
            return this;
        }

        /**
         * Raw Kafka Streams properties, applied last. Default: none.
         *
         * @param properties those that Keyfold must own itself are refused by name
         * @return this
         */
        public Builder streamsOverrides(Map<String, String> properties) {
            streamsOverrides.putAll(properties);
            return this;
        }

        /**
         * {@return the consumer, not yet started}
         *
         * @throws IllegalArgumentException naming the setting that is wrong
         */
        public UpsertConsumer build() {
            return new UpsertConsumer(new ConsumerSettings(
                    name,
                    bootstrapServers,
                    stateDir,
                    instanceId,
                    streamThreads,
                    startTimeout,
                    tables,
                    streamsOverrides));
        }
    }
}
