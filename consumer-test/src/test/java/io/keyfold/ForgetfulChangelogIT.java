package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A changelog that forgets deletes sooner than anybody can be as far as it: the table stops in words. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ForgetfulChangelogIT {

    private static final int ROWS = 100;

    @TempDir
    Path stateDir;

    @Test
    void restore_thatTakesLongerThanDeletesAreKept_isNotTriedForEver(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        BulkRows.write(kafka, contract, ROWS, i -> "A" + i);
        String name = kafka.uniqueName("forgetful");
        String changelog = name + "-" + contract.name() + "-changelog";
        try (TableInstance subject = new TableInstance(
                kafka, name, contract, stateDir, builder -> builder.materialization(Materialization.CHANGELOG))) {
            subject.start();
            subject.stop();
            new TopicSurgery(kafka, changelog).deleteRetention(Duration.ZERO);

            subject.build().start();

            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> !subject.table().status().isLive());
            assertThat(subject.table().status().failure())
                    .contains(
                            "Cannot read dwd_order_item: partition 0 was restored from " + changelog
                                    + " 3 times in a row, and each time that took longer than half of that topic's"
                                    + " delete.retention.ms=0; set topic.delete.retention.ms in streamsOverrides, and"
                                    + " delete.retention.ms on that topic, to more than twice as long as it takes, and start again");
            assertThat(subject.table().get(RowKey.of("A0", "I02"))).isInstanceOf(Answer.NotReady.class);
        }
    }
}
