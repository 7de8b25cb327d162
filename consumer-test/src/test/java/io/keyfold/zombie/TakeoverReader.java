package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.OrderProjection;
import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.UpsertTable;
import io.keyfold.config.DeadLetters;
import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.health.Finding;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One instance of a {@link TakeoverGroup}, over a directory of its own, started and ended again and again. For one thread. */
final class TakeoverReader implements AutoCloseable {

    private final TakeoverGroup group;
    private final String id;
    private final Queue<RowChange<RowJson>> changes = new ConcurrentLinkedQueue<>();
    private int threads = 1;
    private Optional<DeadLetters> deadLetters = Optional.empty();
    private FreshnessSettings freshness = FreshnessSettings.DEFAULTS;
    private @Nullable UpsertConsumer consumer;
    private @Nullable ZombieWatch watch;
    private @Nullable StateWatch states;

    TakeoverReader(TakeoverGroup group, String id) {
        this.group = group;
        this.id = id;
    }

    /** So many, from the next start on. */
    TakeoverReader threads(int count) {
        threads = count;
        return this;
    }

    /** Its bad records go there from the next start on. */
    TakeoverReader deadLetterFiles(Path letters) {
        deadLetters = Optional.of(new DeadLetters.Files(letters));
        return this;
    }

    /** It audits no faster, from the next start on. */
    TakeoverReader auditBytesPerSecond(long bytes) {
        freshness = freshness.auditBytesPerSecond(bytes);
        return this;
    }

    TakeoverReader start() {
        changes.clear();
        UpsertConsumerBuilder builder = UpsertConsumer.builder(group.name())
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(group.scene().kafka().bootstrapServers())
                .stateDir(group.directory().resolve(id))
                .instanceId(id)
                .streamThreads(threads)
                .materialization(group.materialization())
                .storeMemoryBytes(16 << 20)
                .streamsOverrides(group.overrides())
                .table(items());
        if (group.materialization() == Materialization.CHANGELOG) {
            builder.table(group.scene().users())
                    .table(group.scene().shipments())
                    .topology((streams, tables) -> DerivedItems.build(streams, tables, group.outTopic()));
        }
        UpsertConsumer started = builder.build();
        consumer = started;
        table().subscribe(changes::add);
        started.start();
        return this;
    }

    private TableSettings items() {
        TableSettings settings = OrderProjection.declare(
                        TableSettings.of(group.scene().items()), List.of(OrderProjection.BY_USER))
                .freshness(freshness);
        return deadLetters.map(settings::deadLetters).orElse(settings);
    }

    /** From now on somebody looks at what it does with its partitions. */
    TakeoverReader watchStates() {
        states = StateWatch.begin(table());
        return this;
    }

    /** From now on it looks for the scene's zombies. */
    TakeoverReader watchZombies() {
        watch = ZombieWatch.begin(
                table(), OrderProjection.BY_USER.declaredName(), group.scene().zombieKeys());
        return this;
    }

    TakeoverGroup group() {
        return group;
    }

    UpsertConsumer consumer() {
        return requireNonNull(consumer);
    }

    UpsertTable<RowJson> table() {
        return consumer().table(ZombieScene.ITEMS);
    }

    ZombieWatch watch() {
        return requireNonNull(watch);
    }

    StateWatch states() {
        return requireNonNull(states);
    }

    /** Those of these keys that its subscriber was told since the last start. */
    List<RowChange<RowJson>> changesOf(List<RowKey> keys) {
        return changes.stream().filter(change -> keys.contains(change.key())).toList();
    }

    /** Those of them that are deletes. */
    List<RowChange<RowJson>> deletesOf(List<RowKey> keys) {
        return changesOf(keys).stream()
                .filter(change -> change.kind() == RowKind.DELETE)
                .toList();
    }

    /** Partitions that are its own, with what they do. */
    Map<Integer, PartitionStatus> partitions() {
        Map<Integer, PartitionStatus> partitions = new HashMap<>();
        table().status().partitions().forEach(status -> partitions.put(status.partition(), status));
        return partitions;
    }

    /** Whether it has all partitions, and each is ready. */
    boolean isReady() {
        Map<Integer, PartitionStatus> own = partitions();
        return own.size() == ZombieScene.PARTITIONS
                && own.values().stream().allMatch(status -> status.state() == PartitionState.READY);
    }

    /** Its rows, in text; those with a mark are called stale. */
    Map<String, String> rows() {
        Map<String, String> items = new TreeMap<>();
        for (Row<RowJson> row : table().scan(Scan.all()).rows()) {
            items.put(
                    DerivedItems.order(row.key()),
                    row.stale().isEmpty() ? ItemText.ofItem(row.value().text()) : "stale");
        }
        return items;
    }

    /** Those, and what is derived from them. */
    Derived derived() {
        return group.materialization() == Materialization.CHANGELOG
                ? DerivedItems.read(consumer(), rows())
                : new Derived().withItems(rows());
    }

    /** Returns when it has all partitions, ready, and all that it has is right. */
    TakeoverReader awaitRight() {
        group.awaitRight(this);
        return this;
    }

    /** Returns when it has all partitions, and each of them is being audited, or waits for that. */
    TakeoverReader awaitAudits() {
        await().atMost(ZombieScene.PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> partitions().size() == ZombieScene.PARTITIONS
                        && partitions().values().stream()
                                .allMatch(status -> status.state() == PartitionState.AUDITING));
        return this;
    }

    /** Returns when it has seen that the topic keeps deletes. */
    TakeoverReader awaitKeptDeletes() {
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() ->
                        assertThat(table().findings()).extracting(Finding::id).doesNotContain("delete-retention"));
        return this;
    }

    /** As a backup that is brought back: all that lies in its directory bears the time of now. */
    void looksYoung() {
        FileTime now = FileTime.from(Instant.now());
        try (Stream<Path> all = Files.walk(group.directory().resolve(id))) {
            for (Path path : all.toList()) {
                Files.setLastModifiedTime(path, now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives its partitions up, so that others have them at once. */
    void leave() {
        endWatches();
        consumer().leave();
    }

    private void endWatches() {
        if (watch != null) {
            watch.close();
        }
        if (states != null) {
            states.close();
        }
    }

    @Override
    public void close() {
        endWatches();
        if (consumer != null) {
            consumer.close();
        }
    }
}
