package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The first start of a mirror loads what is stable in bulk; what the table is then does not tell how it came there. */
@ExtendWith(KeyfoldKafkaExtension.class)
class FirstLoadIT {

    private static final int PARTITIONS = 4;
    private static final int ROWS = 2_000;

    private KeyfoldKafka kafka;
    private Instances instances;
    private UpsertTopic topic;
    private TableModel model;

    @BeforeEach
    void write(KeyfoldKafka newKafka, @TempDir Path directory) {
        kafka = newKafka;
        instances =
                Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS), directory);
        topic = UpsertTopic.open(kafka.bootstrapServers(), instances.contract());
        model = new TableModel();
        try (BulkOrders writer =
                new BulkOrders(kafka.bootstrapServers(), instances.contract().topic())) {
            for (int version = 0; version < 2; version++) {
                writer.upsert(0, ROWS, version);
            }
            for (int row = 0; row < ROWS; row++) {
                model.put(BulkOrders.key(row), BulkOrders.value(row, 1));
            }
            for (int row = 0; row < ROWS; row += 10) {
                writer.tombstone(row);
                model.remove(BulkOrders.key(row));
            }
            writer.flush();
        }
    }

    @AfterEach
    void close() {
        topic.close();
        instances.close();
    }

    @Test
    void firstStart_ofAMirror_isARestoreOfEveryRow() throws InterruptedException {
        UpsertConsumer consumer = instances.start("one");

        assertThat(table(consumer).status().partitions())
                .hasSize(PARTITIONS)
                .allSatisfy(partition -> assertThat(partition.restored()).isPositive());
        assertThat(rows(consumer)).isEqualTo(model.rows());
    }

    @Test
    void firstStart_ofAMirror_countsEveryRecordOnce() throws InterruptedException {
        topic.rawText(TableModel.keyJson(BulkOrders.key(1)), "{torn");
        topic.rawText(TableModel.keyJson(RowKey.of("none", "I02")), "null");

        TableCounts counts = table(instances.start("one")).status().counts();

        int written = 2 * ROWS + ROWS / 10 + 2;
        assertThat(counts.read()).isEqualTo(written);
        assertThat(counts.deadLetters()).isEqualTo(2);
        assertThat(counts.loaded() + counts.superseded() + counts.deadLetters()).isEqualTo(written);
        assertThat(counts.loaded()).isGreaterThanOrEqualTo(ROWS);
        assertThat(counts.applied() + counts.unchanged() + counts.skipped()).isZero();
    }

    @Test
    void firstStart_ofAMirror_tellsASubscriberFromNowOnNothing() throws InterruptedException {
        Queue<RowChange<RowJson>> seen = new ConcurrentLinkedQueue<>();
        UpsertConsumer consumer = instances.make("one");
        table(consumer).subscribe(seen::add);
        consumer.start();
        Instances.awaitReady(consumer);

        topic.tombstone(BulkOrders.key(1).values().toArray());

        // What was told before it would have come before it.
        await().atMost(TableUnderTest.PATIENCE).until(() -> !seen.isEmpty());
        assertThat(seen).extracting(RowChange::key).containsExactly(BulkOrders.key(1));
    }

    @Test
    void firstStart_withAnOpenTransactionAtTheEnd_readsItsRowsWhenItCommits() throws InterruptedException {
        RowKey held = RowKey.of("B1", "I02");
        RowKey behind = RowKey.of("B2", "I02");
        try (UpsertTransaction open = topic.begin()) {
            open.rawText(TableModel.keyJson(held), TableModel.json(held, 1));
            topic.rawText(TableModel.keyJson(behind), TableModel.json(behind, 1));
            UpsertConsumer consumer = instances.start("one");
            boolean samePartition = TableModel.home(held, PARTITIONS) == TableModel.home(behind, PARTITIONS);
            if (!samePartition) {
                model.put(behind, TableModel.json(behind, 1));
            }
            assertThat(rows(consumer)).as("while it is open").isEqualTo(model.rows());

            open.commit();
            instances.awaitCaughtUp(consumer);

            model.put(held, TableModel.json(held, 1));
            model.put(behind, TableModel.json(behind, 1));
            assertThat(rows(consumer)).as("once it has committed").isEqualTo(model.rows());
            assertThat(table(consumer).status().counts().inserted()).isPositive();
        }
    }

    @Test
    void firstStart_withAnAbortedTail_isReadyWithoutItsRows() throws InterruptedException {
        try (UpsertTransaction aborted = topic.begin()) {
            for (int row = 0; row < 100; row++) {
                RowKey key = BulkOrders.key(row);
                aborted.rawText(TableModel.keyJson(key), TableModel.json(key, 99));
            }
            aborted.abort();
        }

        UpsertConsumer consumer = instances.start("one");

        assertThat(rows(consumer)).isEqualTo(model.rows());
        assertThat(table(consumer).status().partitions())
                .allSatisfy(partition -> assertThat(partition.lag()).hasValue(0));
    }

    @Test
    void firstStart_ofTwoInstancesAtOnce_givesEachRowToOneOfThem() {
        List<UpsertConsumer> both = List.of(instances.make("one"), instances.make("two"));

        both.parallelStream().forEach(UpsertConsumer::start);
        instances.awaitCaughtUp(both.get(0), both.get(1));
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> both.stream()
                        .noneMatch(consumer ->
                                table(consumer).status().partitions().isEmpty()));
        instances.awaitCaughtUp(both.get(0), both.get(1));

        assertThat(TableModel.union(both.stream().map(this::here).toList())).isEqualTo(model.rows());
    }

    /** Who is there may be reading: the group is not moved under it. */
    @Test
    void firstStart_whileTheGroupHasAMember_readsTheOrdinaryWayAndIsAsRight() throws InterruptedException {
        UpsertConsumer consumer = instances.make("one");
        try (GroupMember other = GroupMember.join(kafka, instances.group())) {
            consumer.start();
            other.leave();
            Instances.awaitReady(consumer);
        }

        assertThat(table(consumer).status().partitions())
                .extracting(PartitionStatus::restored)
                .containsOnly(0L);
        assertThat(rows(consumer)).isEqualTo(model.rows());
    }

    private UpsertTable<RowJson> table(UpsertConsumer consumer) {
        return instances.table(consumer);
    }

    private NavigableMap<RowKey, String> rows(UpsertConsumer consumer) {
        assertThat(table(consumer).scan(Scan.all()).isComplete()).isTrue();
        return here(consumer);
    }

    private NavigableMap<RowKey, String> here(UpsertConsumer consumer) {
        List<Row<RowJson>> rows = new ArrayList<>();
        Pages.each(table(consumer), Scan.all(), page -> rows.addAll(page.rows()));
        return TableModel.of(rows);
    }
}
