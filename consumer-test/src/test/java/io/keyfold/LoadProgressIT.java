package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionState;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** While a load lasts its status tells how far it is. */
@ExtendWith(KeyfoldKafkaExtension.class)
class LoadProgressIT {

    private static final int ROWS = 300_000;

    @Test
    void load_whileItLasts_tellsHowFarItIsAndHowLongItTakesYet(KeyfoldKafka kafka, @TempDir Path directory) {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        try (BulkOrders writer = new BulkOrders(kafka.bootstrapServers(), contract.topic());
                Instances instances = Instances.of(kafka, contract, directory)) {
            writer.upsert(0, ROWS, 0);
            writer.flush();
            UpsertConsumer consumer = instances.make("one");
            consumer.start();

            List<RestoreProgress> seen = untilLoaded(instances.table(consumer));

            System.out.println(
                    "load of " + ROWS + ": seen " + seen.size() + " times under way, last " + seen.get(seen.size() - 1)
                            + " at " + Math.round(seen.get(seen.size() - 1).recordsPerSecond()) + " records/s");
            assertThat(seen).hasSizeGreaterThan(3).allSatisfy(progress -> {
                assertThat(progress.from()).isZero();
                assertThat(progress.to()).isEqualTo(ROWS);
                assertThat(progress.next()).isEqualTo(progress.records());
                assertThat(progress.recordsPerSecond()).isPositive();
                assertThat(progress.remaining()).isPresent();
            });
            assertThat(seen).extracting(RestoreProgress::next).isSorted();
            assertThat(seen).extracting(RestoreProgress::elapsed).isSorted();
        }
    }

    /** What it told each time that it had gone on. */
    private static List<RestoreProgress> untilLoaded(UpsertTable<?> table) {
        List<RestoreProgress> seen = new ArrayList<>();
        await().atMost(TableUnderTest.PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    var partitions = table.status().partitions();
                    partitions.stream()
                            .flatMap(partition -> partition.restore().stream())
                            .filter(progress -> progress.records() > 0)
                            .filter(progress ->
                                    seen.isEmpty() || seen.get(seen.size() - 1).next() < progress.next())
                            .forEach(seen::add);
                    return partitions.size() == 1 && partitions.get(0).state() == PartitionState.READY;
                });
        return seen;
    }
}
