package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.StaleRows;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2: a service is away until compaction has removed every trace of some deletes, and longer than the topic's
 * {@code delete.retention.ms}. All readers here were away together: compaction is waited for once.
 *
 * <p>Kafka Streams by itself serves the deleted rows for ever, and derives from them; it is shown here that it does.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class DeleteRetentionIT {

    /** Local state that is older is removed at the start, and made anew from the topics. */
    private static final Map<String, String> REMOVED_WHEN_OLD = Map.of(
            StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG, Long.toString(ZombieScene.DELETE_RETENTION.toMillis()));

    /** So slow that it takes the better part of a second: rows are read meanwhile. */
    private static final FreshnessSettings SLOW_AUDIT = FreshnessSettings.DEFAULTS.auditBytesPerSecond(1_024);

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static String stock;
    private static String stockRemoving;
    private static ZombieReader mirror;
    private static ZombieReader withholding;
    private static ZombieReader derived;

    @BeforeAll
    static void missDeletes(KeyfoldKafka kafka) {
        scene = new ZombieScene(kafka);
        stock = kafka.uniqueName("stock");
        stockRemoving = kafka.uniqueName("stock-removing");
        mirror = reader(Materialization.SOURCE_TOPIC, SLOW_AUDIT);
        withholding = reader(Materialization.SOURCE_TOPIC, SLOW_AUDIT.staleRows(StaleRows.WITHHOLD));
        derived = reader(Materialization.CHANGELOG, SLOW_AUDIT);
        List<ZombieReader> readers = List.of(mirror, withholding, derived);
        readers.forEach(ZombieReader::start);
        try (StockApp first = stock(stock, Map.of());
                StockApp second = stock(stockRemoving, REMOVED_WHEN_OLD)) {
            assertThat(first.start().awaitNewest()).isEqualTo(scene.expected());
            assertThat(second.start().awaitNewest()).isEqualTo(scene.expected());
        }
        readers.forEach(reader -> reader.awaitRight().close());
        scene.delete();
        scene.awaitForgotten();
        scene.writeMore();
        readers.forEach(ZombieReader::start);
    }

    @AfterAll
    static void close() {
        mirror.close();
        withholding.close();
        derived.close();
        scene.close();
    }

    /** UC-33: what is promised not to happen here. */
    @Test
    void stock_awayTooLong_servesZombiesAndDerivesFromThem() {
        try (StockApp app = stock(stock, Map.of())) {
            Derived derived = app.start().awaitNewest();

            assertThat(derived).isEqualTo(scene.withZombies()).isNotEqualTo(scene.expected());
        }
    }

    /** The rows are right then; what was derived from them is not. */
    @Test
    void stock_thatRemovesOldState_derivesFromZombies() {
        try (StockApp app = stock(stockRemoving, REMOVED_WHEN_OLD)) {
            Derived derived = app.start().awaitNewest();

            assertThat(derived)
                    .isEqualTo(scene.withZombies().withItems(scene.expected().items()));
        }
    }

    /** UC-33: deleted rows are not served as fresh at any time, and are gone in the end; others are as before. */
    @Test
    void mirror_awayTooLong_marksRowsUntilZombiesAreGone() {
        mirror.awaitRight();

        assertThat(mirror.watch().servedFresh()).isEmpty();
        assertThat(mirror.watch().servedStale()).isPositive();
    }

    @Test
    void mirror_thatWithholds_servesNoZombieAtAll() {
        withholding.awaitRight();

        assertThat(withholding.watch().servedFresh()).isEmpty();
        assertThat(withholding.watch().servedStale()).isZero();
    }

    @Test
    void mirror_subscriber_seesOneDeletePerZombie() {
        mirror.awaitRight();

        assertOneDeletePerZombie(mirror);
    }

    @Test
    void derivedState_awayTooLong_isRightInTheEnd() {
        derived.awaitRight();

        assertThat(derived.watch().servedFresh()).isEmpty();
        assertThat(derived.watch().servedStale()).isPositive();
    }

    @Test
    void derivedState_subscriber_seesOneDeletePerZombie() {
        derived.awaitRight();

        assertOneDeletePerZombie(derived);
    }

    @Test
    void derivedState_topicOfChanges_hasOneDeletePerZombie() {
        derived.awaitRight();

        try (OutLog out = derived.out()) {
            await().atMost(ZombieScene.PATIENCE).untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
        }
    }

    private static void assertOneDeletePerZombie(ZombieReader reader) {
        List<RowKey> zombies = scene.zombieKeys();
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(reader.changes())
                        .filteredOn(change -> zombies.contains(change.key()))
                        .allSatisfy(change -> {
                            assertThat(change.kind()).isEqualTo(RowKind.DELETE);
                            assertThat(change.cause()).isEqualTo(Cause.SWEPT);
                        })
                        .extracting(RowChange::key)
                        .containsExactlyInAnyOrderElementsOf(zombies));
    }

    private static ZombieReader reader(Materialization materialization, FreshnessSettings freshness) {
        return new ZombieReader(scene, ReaderSettings.of(scene, directory, materialization, freshness));
    }

    private static StockApp stock(String applicationId, Map<String, String> more) {
        return new StockApp(scene, applicationId, directory.resolve(applicationId), more);
    }
}
