package io.keyfold;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeDesk;
import io.keyfold.change.ChangeFeed;
import io.keyfold.change.ChangeLog;
import io.keyfold.change.ChangeReads;
import io.keyfold.codec.KeyCodec;
import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.PeerAddress;
import io.keyfold.config.TableSettings;
import io.keyfold.health.FindingHistory;
import io.keyfold.health.HealthWatch;
import io.keyfold.health.StoreUsage;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.metrics.QuietMetrics;
import io.keyfold.row.RowJson;
import io.keyfold.store.Derivation;
import io.keyfold.store.DerivedState;
import io.keyfold.store.StreamsTableStores;
import io.keyfold.store.TableEvents;
import io.keyfold.store.TableStore;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

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
    private final boolean hasTopology;
    private final StreamsTableStores stores;
    private final HealthWatch health;
    private final Map<String, TableStore> storesByName = new HashMap<>();
    private final Map<String, ChangeFeed> changes = new LinkedHashMap<>();
    private final ChangeDesk changeDesk = new ChangeDesk();
    private final Map<String, UpsertTable<RowJson>> tables = new LinkedHashMap<>();

    UpsertConsumer(ConsumerSettings settings, Optional<Derivation> derived, ConsumerMetrics told) {
        this.settings = settings;
        this.hasTopology = derived.isPresent();
        ConsumerMetrics metrics = new QuietMetrics(told);
        this.health = new HealthWatch(settings.name(), metrics);
        for (TableSettings table : settings.tables()) {
            String name = table.contract().name();
            StoreSnapshots snapshots =
                    new StoreSnapshots(() -> requireNonNull(storesByName.get(name)), KeyCodec.of(table.contract()));
            ChangeLog log = ChangeLog.of(settings.store().changeLogBytes());
            changes.put(name, new ChangeFeed(name, snapshots, log));
        }
        this.stores = new StreamsTableStores(settings, derived, metrics, table -> {
            ChangeFeed feed = requireNonNull(changes.get(table));
            return new TableEvents(feed::publish, feed::gained, feed::lost);
        });
        for (TableStore store : stores.all()) {
            String table = store.contract().name();
            storesByName.put(table, store);
            FindingHistory findings = new FindingHistory(store, metrics);
            health.add(store, findings);
            ChangeFeed feed = requireNonNull(changes.get(table));
            changeDesk.add(table, new ChangeReads(feed.log(), store, KeyCodec.of(store.contract())));
            tables.put(table, LocalTable.over(store, feed, findings));
        }
    }

    /**
     * {@return a builder}
     *
     * @param name the consumer's name: instances of one name share the work, consumers of two names each read all
     */
    public static UpsertConsumerBuilder builder(String name) {
        return new UpsertConsumerBuilder(name);
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
        health.start();
    }

    /**
     * Waits until every table is ready, or one has failed.
     *
     * @param timeout how long to wait at most
     * @return whether all are ready
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitReady(Duration timeout) throws InterruptedException {
        return await(timeout, TableStatus::isReady);
    }

    /**
     * Waits until every table is ready and all its indexes and totals are built, or one has failed.
     *
     * @param timeout how long to wait at most
     * @return whether all are ready and built
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitBuilt(Duration timeout) throws InterruptedException {
        return await(timeout, status -> status.isReady() && status.isBuilt());
    }

    private boolean await(Duration timeout, Predicate<TableStatus> wanted) throws InterruptedException {
        Duration bounded = timeout.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : timeout;
        long deadline = System.nanoTime() + bounded.toNanos();
        while (!tables.values().stream().map(UpsertTable::status).allMatch(wanted)) {
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

    /** {@return its name: instances of one name share the work} */
    public String name() {
        return settings.name();
    }

    /** {@return where the other instances ask this one; empty if they do not} */
    public Optional<PeerAddress> address() {
        return settings.peers().address();
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
     * {@return the stores of the user's own topology}
     *
     * @throws IllegalStateException if the consumer has none
     */
    public DerivedState derived() {
        if (!hasTopology) {
            throw new IllegalStateException(
                    "Cannot query " + settings.name() + ": it has no topology of its own; build it with one");
        }
        return stores;
    }

    /**
     * {@return the reply to a question that another instance of this consumer has asked, out of what is here alone}
     *
     * <p>Reads the disk. Never asks a third instance, so that instances that ask each other do not wait for each other.
     *
     * @param question what {@link io.keyfold.config.PeerTransport} carried; from an instance of this consumer, for it is trusted
     * @throws IllegalArgumentException if it is none
     */
    public byte[] answerPeer(byte[] question) {
        return ChangeDesk.isAsked(requireNonNull(question, "question"))
                ? changeDesk.answer(question)
                : stores.answerPeer(question);
    }

    /** {@return what the tables' stores use on this instance now} */
    public StoreUsage storeUsage() {
        return new StoreUsage(settings.store().memoryBytes(), stores.usedBytes(), stores.openCursors());
    }

    /**
     * Stops reading and stays a member of the group, so that a restart within ten seconds moves nothing. Listeners have
     * ten seconds to see the changes that wait for them; those that then remain are lost, and logged as such.
     */
    @Override
    public void close() {
        health.close();
        changes.values().forEach(ChangeFeed::letGo);
        stores.close();
        changes.values().forEach(ChangeFeed::close);
    }

    /** Stops reading as {@link #close()} does and gives the partitions to the other instances at once. */
    public void leave() {
        health.close();
        changes.values().forEach(ChangeFeed::letGo);
        stores.leave();
        changes.values().forEach(ChangeFeed::close);
    }
}
