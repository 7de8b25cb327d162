package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.OrderProjection;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.UpsertTable;
import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A Keyfold consumer of the scene's items, with an index, totals, a subscriber; where its tables have a changelog, with all that
 * {@link DerivedItems} derives. Started and closed again and again over the same state directory. For one thread.
 */
final class ZombieReader implements AutoCloseable {

    static final List<OrderProjection> PROJECTIONS =
            List.of(OrderProjection.BY_USER, OrderProjection.ROWS, OrderProjection.AMOUNT_BY_STATUS);

    private final ZombieScene scene;
    private final String name;
    private final Materialization materialization;
    private final FreshnessSettings freshness;
    private final String outTopic;
    private final Path stateDir;
    private final Queue<RowChange<RowJson>> changes = new ConcurrentLinkedQueue<>();
    private @Nullable UpsertConsumer consumer;
    private @Nullable ZombieWatch watch;

    ZombieReader(ZombieScene scene, Path directory, Materialization materialization, FreshnessSettings freshness) {
        this.scene = scene;
        this.name = scene.kafka().uniqueName("reader");
        this.materialization = materialization;
        this.freshness = freshness;
        this.outTopic = scene.kafka().createTopic("out", 1);
        this.stateDir = directory.resolve(name);
    }

    /** Begins to read; those that are deleted by now are watched from before its start. */
    ZombieReader start() {
        changes.clear();
        UpsertConsumerBuilder builder = UpsertConsumer.builder(name)
                .bootstrapServers(scene.kafka().bootstrapServers())
                .stateDir(stateDir)
                .instanceId("one")
                .materialization(materialization)
                .storeMemoryBytes(32 << 20)
                .streamsOverrides(Map.of("commit.interval.ms", "100"))
                .table(OrderProjection.declare(TableSettings.of(scene.items()), PROJECTIONS)
                        .freshness(freshness));
        if (isDerived()) {
            builder.table(scene.users())
                    .table(scene.shipments())
                    .topology((streams, tables) -> DerivedItems.build(streams, tables, outTopic));
        }
        UpsertConsumer started = builder.build();
        consumer = started;
        table().subscribe(changes::add);
        watch = ZombieWatch.begin(table(), OrderProjection.BY_USER.declaredName(), scene.zombieKeys());
        started.start();
        return this;
    }

    private boolean isDerived() {
        return materialization == Materialization.CHANGELOG;
    }

    UpsertTable<RowJson> table() {
        return requireNonNull(consumer).table(ZombieScene.ITEMS);
    }

    ZombieWatch watch() {
        return requireNonNull(watch);
    }

    /** What its subscriber was told since the last start. */
    List<RowChange<RowJson>> changes() {
        return List.copyOf(changes);
    }

    /** Returns when all that it has is what it should be, and nothing of it is stale. */
    ZombieReader awaitRight() {
        Derived expected = scene.expected();
        await().atMost(ZombieScene.PATIENCE).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> {
            assertThat(freshItems()).as("items").isEqualTo(expected.items());
            for (OrderProjection projection : PROJECTIONS) {
                assertThat(projection.actual(table()))
                        .as(projection.declaredName())
                        .contains(projection.expected(scene.live()));
            }
            if (isDerived()) {
                assertThat(DerivedItems.read(requireNonNull(consumer), expected.items()))
                        .isEqualTo(expected);
            }
        });
        return this;
    }

    /** Those that bear no mark. */
    private Map<String, String> freshItems() {
        Page<RowJson> page = table().scan(Scan.all());
        assertThat(page.isComplete()).as("complete").isTrue();
        Map<String, String> items = new TreeMap<>();
        for (Row<RowJson> row : page.rows()) {
            items.put(
                    DerivedItems.order(row.key()),
                    row.stale().isEmpty() ? ItemText.ofItem(row.value().text()) : "stale");
        }
        return items;
    }

    /** All that went to the topic of what is derived. */
    OutLog out() {
        return new OutLog(scene.kafka().bootstrapServers(), outTopic);
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        if (consumer != null) {
            consumer.close();
        }
    }
}
