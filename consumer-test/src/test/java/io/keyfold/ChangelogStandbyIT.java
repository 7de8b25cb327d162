package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.query.Scan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A new instance warms its copy of a changelog up while another one folds, and goes on from it. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ChangelogStandbyIT {

    private static final int ROWS = 100;

    @TempDir
    Path firstDir;

    @TempDir
    Path secondDir;

    /** So few rows are within the lag that Kafka Streams accepts: it may give the task to whichever instance it likes. */
    private static final Map<String, String> STANDBY =
            Map.of("num.standby.replicas", "1", "acceptable.recovery.lag", String.valueOf(ROWS / 10));

    private TableInstance instance(KeyfoldKafka kafka, String name, TableContract contract, Path directory) {
        return new TableInstance(
                kafka,
                name,
                contract,
                directory,
                builder -> builder.materialization(Materialization.CHANGELOG).streamsOverrides(STANDBY));
    }

    @Test
    void standby_onANewDisk_takesOverWithoutRestoringAgain(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        BulkRows.write(kafka, contract, ROWS, i -> "A" + i);
        String name = kafka.uniqueName("standby");
        try (TableInstance first = instance(kafka, name, contract, firstDir);
                TableInstance second = instance(kafka, name, contract, secondDir)) {
            first.start();
            second.build().start();
            await().atMost(TableUnderTest.PATIENCE).until(() -> hasRead(second));

            first.leave();
            await().atMost(TableUnderTest.PATIENCE).until(() -> isReady(second));

            assertThat(second.rebuilt()).isEmpty();
            assertThat(second.partition(0).restored()).as("was there already").isZero();
            assertThat(second.table().count(Scan.all()).rows()).isEqualTo(ROWS);
        }
    }

    /** A standby counts what it reads, as any reader does. */
    private static boolean hasRead(TableInstance instance) {
        return instance.table().status().counts().read() >= ROWS;
    }

    private static boolean isReady(TableInstance instance) {
        return instance.table().status().partitions().stream()
                .anyMatch(partition -> partition.state() == PartitionState.READY);
    }
}
