package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 3, absent is a statement: an instance that does not have a key's partition never says that there is no row. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TwoInstancesIT {

    private static final int ROWS = 60;
    private static final int PARTITIONS = 6;

    @Test
    void rows_sharedByTwoInstances_areFoundOnOneAndNeverDeniedByTheOther(
            KeyfoldKafka kafka, @TempDir Path firstDir, @TempDir Path secondDir) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        String name = kafka.uniqueName("shared");
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertConsumer first = consumer(kafka, name, contract, firstDir, 2);
                UpsertConsumer second = consumer(kafka, name, contract, secondDir, 1)) {
            for (int i = 0; i < ROWS; i++) {
                topic.upsert(Map.of("order_id", "A" + i, "item_id", "I02"));
            }
            first.start();
            assertThat(first.awaitReady(TableUnderTest.PATIENCE)).isTrue();
            second.start();
            List<UpsertTable<RowJson>> tables = List.of(first.table(contract.name()), second.table(contract.name()));
            Readers readers = Readers.of(tables);
            await().atMost(TableUnderTest.PATIENCE).until(() -> {
                tables.forEach(TwoInstancesIT::denies);
                return partitions(tables) == PARTITIONS
                        && tables.stream()
                                .allMatch(table -> table.status().isReady()
                                        && !table.status().partitions().isEmpty());
            });

            List<Row<RowJson>> listed = new ArrayList<>();
            for (UpsertTable<RowJson> table : tables) {
                Page<RowJson> page = table.scan(Scan.all());
                assertThat(page.isComplete()).isFalse();
                assertThat(page.missing())
                        .hasSize(PARTITIONS - table.status().partitions().size())
                        .allSatisfy(gap -> assertThat(gap.reason()).contains("is not assigned to this instance"));
                listed.addAll(page.rows());
            }
            assertThat(listed).extracting(Row::key).doesNotHaveDuplicates().hasSize(ROWS);
            for (int i = 0; i < ROWS; i++) {
                RowKey key = RowKey.of("A" + i, "I02");
                assertThat(tables)
                        .extracting(table -> table.get(key) instanceof Answer.Found)
                        .containsExactlyInAnyOrder(true, false);
            }
            tables.forEach(TwoInstancesIT::denies);

            second.leave();
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> first.table(contract.name()).scan(Scan.all()).isComplete());
            assertThat(first.table(contract.name()).scan(Scan.all()).rows()).hasSize(ROWS);
            first.leave();
            readers.assertNeverWrong();
        }
    }

    /** Threads that read all the while, through rebalances and closing, and note what must never come out. */
    private record Readers(AtomicBoolean ended, List<Thread> threads, Queue<String> wrong) {

        static Readers of(List<UpsertTable<RowJson>> tables) {
            Readers readers = new Readers(new AtomicBoolean(), new ArrayList<>(), new ConcurrentLinkedQueue<>());
            for (UpsertTable<RowJson> table : tables) {
                Thread thread = new Thread(() -> readers.read(table));
                readers.threads.add(thread);
                thread.start();
            }
            return readers;
        }

        private void read(UpsertTable<RowJson> table) {
            while (!ended.get()) {
                try {
                    Page<RowJson> page = table.scan(Scan.all());
                    if (page.isComplete() && page.rows().size() != ROWS) {
                        wrong.add("complete with " + page.rows().size() + " rows");
                    }
                    denies(table);
                } catch (RuntimeException | AssertionError e) {
                    wrong.add(e.toString());
                }
            }
        }

        void assertNeverWrong() throws InterruptedException {
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static int partitions(List<UpsertTable<RowJson>> tables) {
        return tables.stream()
                .mapToInt(table -> table.status().partitions().size())
                .sum();
    }

    /** At no moment of a rebalance is a row that exists said to be absent. */
    private static void denies(UpsertTable<RowJson> table) {
        for (int i = 0; i < ROWS; i++) {
            assertThat(table.get(RowKey.of("A" + i, "I02"))).isNotInstanceOf(Answer.Absent.class);
        }
    }

    private static UpsertConsumer consumer(
            KeyfoldKafka kafka, String name, TableContract contract, Path stateDir, int threads) {
        return UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .streamThreads(threads)
                .table(contract)
                .build();
    }
}
