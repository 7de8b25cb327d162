package io.keyfold;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.PeerSettings;
import io.keyfold.config.StoreSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.Derivation;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings of a consumer. Not safe for several threads. */
public final class UpsertConsumerBuilder {

    private final String name;
    private String bootstrapServers = "";
    private Path stateDir = Path.of("keyfold-state");
    private Optional<String> instanceId = Optional.empty();
    private int streamThreads = 1;
    private Duration startTimeout = Duration.ofSeconds(20);
    private Materialization materialization = Materialization.SOURCE_TOPIC;
    private long storeMemoryBytes = 256L << 20;
    private long changeLogBytes = 0;
    private PeerSettings peers = PeerSettings.NONE;
    private Optional<Derivation> topology = Optional.empty();
    private Optional<ConsumerMetrics> metrics = Optional.empty();
    private final List<TableSettings> tables = new ArrayList<>();
    private final Map<String, String> streamsOverrides = new LinkedHashMap<>();

    UpsertConsumerBuilder(String name) {
        this.name = requireNonNull(name, "name");
    }

    /**
     * Where the broker is. Required.
     *
     * @param servers Kafka's {@code host:port,…}
     * @return this
     */
    public UpsertConsumerBuilder bootstrapServers(String servers) {
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
    public UpsertConsumerBuilder stateDir(Path directory) {
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
    public UpsertConsumerBuilder instanceId(String id) {
        this.instanceId = Optional.of(id);
        return this;
    }

    /**
     * Threads that read, a table. Default: 1.
     *
     * @param threads 1 or more; more than the topic has partitions are idle
     * @return this
     */
    public UpsertConsumerBuilder streamThreads(int threads) {
        this.streamThreads = threads;
        return this;
    }

    /**
     * How long {@link UpsertConsumer#start()} waits for the broker. Default: 20 seconds.
     *
     * @param timeout more than zero
     * @return this
     */
    public UpsertConsumerBuilder startTimeout(Duration timeout) {
        this.startTimeout = requireNonNull(timeout, "timeout");
        return this;
    }

    /**
     * Where a lost local copy is rebuilt from. Default: {@link Materialization#SOURCE_TOPIC}.
     *
     * @param materialization one for all tables of the consumer
     * @return this
     */
    public UpsertConsumerBuilder materialization(Materialization materialization) {
        this.materialization = requireNonNull(materialization, "materialization");
        return this;
    }

    /**
     * What the stores of all tables of this instance may use: block cache, write buffers and rows not yet committed.
     * Default: 256 MiB.
     *
     * @param bytes 16 MiB or more
     * @return this
     */
    public UpsertConsumerBuilder storeMemoryBytes(long bytes) {
        this.storeMemoryBytes = bytes;
        return this;
    }

    /**
     * What the last changes of one table may use of the heap, about, so that {@link UpsertTable#changes} can tell them. Default: 0,
     * none are kept.
     *
     * @param bytes 0 or more; set alike on all instances
     * @return this
     */
    public UpsertConsumerBuilder changeLogBytes(long bytes) {
        this.changeLogBytes = bytes;
        return this;
    }

    /**
     * How the instances of this consumer ask each other, so that each can answer for all. Default: {@link PeerSettings#NONE}.
     *
     * @param settings this instance's address, and what carries questions; it must hand those that it gets to
     *     {@link UpsertConsumer#answerPeer(byte[])}
     * @return this
     */
    public UpsertConsumerBuilder peers(PeerSettings settings) {
        this.peers = requireNonNull(settings, "settings");
        return this;
    }

    /**
     * A topology of the user's own on top of the tables. Needs {@link Materialization#CHANGELOG}. Default: none.
     *
     * @param derived builds it, once a start
     * @return this
     */
    public UpsertConsumerBuilder topology(DerivedTopology derived) {
        this.topology = Optional.of(new Derivation(derived, Optional.empty()));
        return this;
    }

    /**
     * The same, with who answers questions to what it derives. Default: nobody.
     *
     * @param derived builds it, once a start
     * @param desk answers for this instance what {@link io.keyfold.store.DerivedState#ask} of this and of the others asks it
     * @return this
     */
    public UpsertConsumerBuilder topology(DerivedTopology derived, DerivedDesk desk) {
        this.topology = Optional.of(new Derivation(derived, Optional.of(desk)));
        return this;
    }

    /**
     * Adds a table whose bad records go to {@code <topic>.dlq}. At least one table is required.
     *
     * @param contract what its topic holds
     * @return this
     */
    public UpsertConsumerBuilder table(TableContract contract) {
        return table(TableSettings.of(contract));
    }

    /**
     * Adds a table.
     *
     * @param contract what its topic holds
     * @param deadLetterTopic where its bad records go; it must exist
     * @return this
     */
    public UpsertConsumerBuilder table(TableContract contract, String deadLetterTopic) {
        return table(new TableSettings(contract, deadLetterTopic));
    }

    /**
     * Adds a table with indexes and totals, or with dead letters in files.
     *
     * <pre>{@code
     * .table(TableSettings.of(contract)
     *         .index("by_user", "user_id")
     *         .total("amount_by_status", sum("amount"), groupBy("order_status")))
     * }</pre>
     *
     * @param settings what its topic holds, where its bad records go (a topic, or files where this service may not write to
     *     Kafka), what is kept beside its rows; default: bad records to {@code <topic>.dlq}, no indexes, no totals
     * @return this
     */
    public UpsertConsumerBuilder table(TableSettings settings) {
        tables.add(requireNonNull(settings, "settings"));
        return this;
    }

    /**
     * Who is told what happens to the tables. Default: nobody.
     *
     * @param told quick, on any thread
     * @return this
     */
    public UpsertConsumerBuilder metrics(ConsumerMetrics told) {
        this.metrics = Optional.of(told);
        return this;
    }

    /**
     * Raw Kafka Streams properties, applied last. Default: none.
     *
     * @param properties those that Keyfold must own itself are refused by name
     * @return this
     */
    public UpsertConsumerBuilder streamsOverrides(Map<String, String> properties) {
        streamsOverrides.putAll(properties);
        return this;
    }

    /**
     * {@return the consumer, not yet started}
     *
     * @throws IllegalArgumentException naming the setting that is wrong
     */
    public UpsertConsumer build() {
        return new UpsertConsumer(
                new ConsumerSettings(
                        name,
                        bootstrapServers,
                        stateDir,
                        instanceId,
                        streamThreads,
                        startTimeout,
                        new StoreSettings(materialization, storeMemoryBytes, changeLogBytes),
                        peers,
                        tables,
                        streamsOverrides),
                topology,
                metrics.orElse(ConsumerMetrics.NONE));
    }
}
