package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
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

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static String stock;
    private static String stockRemoving;

    @BeforeAll
    static void missDeletes(KeyfoldKafka kafka) {
        scene = new ZombieScene(kafka);
        stock = kafka.uniqueName("stock");
        stockRemoving = kafka.uniqueName("stock-removing");
        try (StockApp first = stock(stock, Map.of());
                StockApp second = stock(stockRemoving, REMOVED_WHEN_OLD)) {
            assertThat(first.start().awaitNewest()).isEqualTo(scene.expected());
            assertThat(second.start().awaitNewest()).isEqualTo(scene.expected());
        }
        scene.delete();
        scene.awaitForgotten();
        scene.writeMore();
    }

    @AfterAll
    static void close() {
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

    private static StockApp stock(String applicationId, Map<String, String> more) {
        return new StockApp(scene, applicationId, directory.resolve(applicationId), more);
    }
}
