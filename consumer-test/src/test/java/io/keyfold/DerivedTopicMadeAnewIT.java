package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic made anew below derived state, which would keep what the old one gave it: the table stops in words. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DerivedTopicMadeAnewIT {

    private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");
    private static final RowKey NEW_ROW = RowKey.of("A1001", "I02");

    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;

    @BeforeEach
    void fillOldTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        surgery = new TopicSurgery(kafka, contract.topic());
        BulkRows.write(kafka, contract, 100, i -> "A1002-" + i);
    }

    /** UC-55: over a restart. */
    @Test
    void changelogTable_topicMadeAnewWhileStopped_isRefused(@TempDir Path stateDir) throws InterruptedException {
        try (TableInstance derived = changelog(stateDir)) {
            derived.start();
            derived.stop();
            surgery.makeAnew(1, COMPACT);
            BulkRows.write(kafka, contract, 1, i -> "A1001");

            assertThatThrownBy(() -> derived.build().start())
                    .isInstanceOf(StartException.class)
                    // With a topic its offsets go as well, a little later: either is why.
                    .hasMessageMatching("(?s).*(was deleted and made anew since|has no offsets any more).*")
                    .hasMessageContaining("read the topic with a consumer of another name");
        }
    }

    /** UC-55: while it runs. */
    @Test
    void changelogTable_topicMadeAnewWhileRead_stopsInWords(@TempDir Path stateDir) throws InterruptedException {
        try (TableInstance derived = changelog(stateDir)) {
            derived.start();
            surgery.makeAnew(1, COMPACT);
            BulkRows.write(kafka, contract, 1, i -> "A1001");

            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> !derived.table().status().isLive());
            assertThat(derived.table().status().failure().orElseThrow())
                    .contains("read the topic with a consumer of another name");
            assertThat(derived.table().get(NEW_ROW)).isInstanceOf(Answer.NotReady.class);
        }
    }

    private TableInstance changelog(Path stateDir) {
        return new TableInstance(
                kafka,
                kafka.uniqueName("derived"),
                contract,
                stateDir,
                builder -> builder.materialization(Materialization.CHANGELOG));
    }
}
