package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic that is configured otherwise while it is read. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TopicConfigWatchIT {

    /** So short that the configuration is read every few seconds. */
    private static final String RETENTION_MS = "10000";

    @Test
    void policy_thatBecomesDeleteWhileRead_isAnErrorUntilItIsCorrected(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        String name = kafka.createTopic(
                "dwd_order_item", 1, Map.of("cleanup.policy", "compact", "delete.retention.ms", RETENTION_MS));
        TableContract contract = TableContracts.named("dwd_order_item").withTopic(name);
        TopicSurgery surgery = new TopicSurgery(kafka, name);
        String letters = kafka.createTopic("dead-letters", 1, Map.of("retention.ms", "-1"));
        try (TableInstance subject =
                new TableInstance(kafka, kafka.uniqueName("watch"), contract, stateDir, letters, builder -> builder)) {
            subject.start();

            surgery.cleanupPolicy("compact,delete");

            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(subject.table().findings())
                            .filteredOn(finding -> finding.id().equals("cleanup-policy-undeclared"))
                            .extracting(Finding::severity)
                            .containsExactly(Severity.ERROR));
            assertThat(subject.table().status().isLive()).isTrue();

            surgery.cleanupPolicy("compact");

            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(subject.table().findings())
                            .extracting(Finding::id)
                            .doesNotContain("cleanup-policy-undeclared"));
        }
    }
}
