package io.keyfold.zombie;

import io.keyfold.OrderProjection;
import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.StaleRows;
import io.keyfold.config.TableSettings;
import io.keyfold.store.DerivedTopology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Keyfold consumer of a scene's items with an index and totals; where its tables have a changelog, with what is derived. May go to
 * another process.
 *
 * @param bootstrapServers where the broker is
 * @param name the consumer's name
 * @param stateDir where its copies are
 * @param materialization how the tables are kept
 * @param itemsTopic the topic of the items
 * @param usersTopic the topic of the users
 * @param shipmentsTopic the topic of the shipments
 * @param outTopic where all that is derived goes
 * @param staleRows what becomes of rows that may be zombies
 * @param auditBytesPerSecond how fast it audits
 * @param commitIntervalMs how often it commits
 */
record ReaderSettings(
        String bootstrapServers,
        String name,
        String stateDir,
        Materialization materialization,
        String itemsTopic,
        String usersTopic,
        String shipmentsTopic,
        String outTopic,
        StaleRows staleRows,
        long auditBytesPerSecond,
        int commitIntervalMs) {

    static final List<OrderProjection> PROJECTIONS =
            List.of(OrderProjection.BY_USER, OrderProjection.ROWS, OrderProjection.AMOUNT_BY_STATUS);

    private static final int COMMIT_INTERVAL_MS = 100;
    private static final long STORE_BYTES = 32 << 20;

    /** Of a name, a directory and a topic of its own. */
    static ReaderSettings of(
            ZombieScene scene, Path directory, Materialization materialization, FreshnessSettings freshness) {
        String name = scene.kafka().uniqueName("reader");
        return new ReaderSettings(
                scene.kafka().bootstrapServers(),
                name,
                directory.resolve(name).toString(),
                materialization,
                scene.items().topic(),
                scene.users().topic(),
                scene.shipments().topic(),
                scene.kafka().createTopic("out", 1),
                freshness.staleRows(),
                freshness.auditBytesPerSecond(),
                COMMIT_INTERVAL_MS);
    }

    ReaderSettings withPace(long otherBytesPerSecond, int otherIntervalMs) {
        return new ReaderSettings(
                bootstrapServers,
                name,
                stateDir,
                materialization,
                itemsTopic,
                usersTopic,
                shipmentsTopic,
                outTopic,
                staleRows,
                otherBytesPerSecond,
                otherIntervalMs);
    }

    boolean isDerived() {
        return materialization == Materialization.CHANGELOG;
    }

    UpsertConsumer consumer() {
        return consumer(Optional.empty());
    }

    /** With more that is derived beside the rest. */
    UpsertConsumer consumer(Optional<DerivedTopology> more) {
        UpsertConsumerBuilder builder = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(bootstrapServers)
                .stateDir(Path.of(stateDir))
                .instanceId("one")
                .materialization(materialization)
                .storeMemoryBytes(STORE_BYTES)
                .streamsOverrides(Map.of("commit.interval.ms", Integer.toString(commitIntervalMs)))
                .table(OrderProjection.declare(
                                TableSettings.of(ZombieScene.itemContract().withTopic(itemsTopic)), PROJECTIONS)
                        .freshness(FreshnessSettings.DEFAULTS
                                .staleRows(staleRows)
                                .auditBytesPerSecond(auditBytesPerSecond)));
        if (isDerived()) {
            builder.table(ZombieScene.userContract().withTopic(usersTopic))
                    .table(ZombieScene.shipmentContract().withTopic(shipmentsTopic))
                    .topology((streams, tables) -> {
                        DerivedItems.build(streams, tables, outTopic);
                        more.ifPresent(topology -> topology.build(streams, tables));
                    });
        }
        return builder.build();
    }
}
