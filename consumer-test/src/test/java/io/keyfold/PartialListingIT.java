package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An instance answers for the partitions that it has, and says which it has not. */
@ExtendWith(KeyfoldKafkaExtension.class)
class PartialListingIT {

    private static final int PARTITIONS = 4;
    private static final int ROWS = 400;

    private Instances instances;
    private final TableModel model = new TableModel();

    @BeforeEach
    void write(KeyfoldKafka kafka, @TempDir Path directory) {
        instances =
                Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS), directory);
        try (BulkOrders writer =
                new BulkOrders(kafka.bootstrapServers(), instances.contract().topic())) {
            writer.upsert(0, ROWS, 0);
            writer.flush();
        }
        for (int row = 0; row < ROWS; row++) {
            model.put(BulkOrders.key(row), BulkOrders.value(row, 0));
        }
    }

    @AfterEach
    void close() {
        instances.close();
    }

    /** UC-42: not here is not absent, and names the partition. */
    @Test
    void get_ofAKeyThatAnotherInstanceHas_isElsewhere() throws InterruptedException {
        List<UpsertTable<RowJson>> tables = startTwo();

        for (RowKey key : model.keys()) {
            int home = TableModel.home(key, PARTITIONS);
            List<Answer<RowJson>> answers =
                    tables.stream().map(table -> table.get(key)).toList();
            assertThat(answers).filteredOn(Answer.Found.class::isInstance).hasSize(1);
            assertThat(answers).containsOnlyOnce(new Answer.Elsewhere<>(home));
        }
    }

    @Test
    void getAll_ofKeysOfBothInstances_answersEachByItsHome() throws InterruptedException {
        for (UpsertTable<RowJson> table : startTwo()) {
            Set<Integer> here = partitions(table);

            List<Answer<RowJson>> answers = table.getAll(model.keys());

            for (int i = 0; i < answers.size(); i++) {
                int home = TableModel.home(model.keys().get(i), PARTITIONS);
                if (here.contains(home)) {
                    assertThat(answers.get(i)).isInstanceOf(Answer.Found.class);
                } else {
                    assertThat(answers.get(i)).isEqualTo(new Answer.Elsewhere<>(home));
                }
            }
        }
    }

    /** UC-42. */
    @Test
    void scan_throughARebalance_saysAtEachMomentWhatIsMissing() throws InterruptedException {
        UpsertConsumer first = instances.start("one");
        Lister lister = new Lister(instances.table(first));
        try (lister) {
            UpsertConsumer second = instances.start("two");
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> !partitions(instances.table(second)).isEmpty());
            instances.awaitCaughtUp(first, second);
            second.leave();
            instances.awaitCaughtUp(first);
        }

        System.out.println("listings: " + lister.listings + ", of them partial " + lister.partial);
        assertThat(lister.wrong).isEmpty();
        assertThat(lister.partial).isPositive().isLessThan(lister.listings);
    }

    private List<UpsertTable<RowJson>> startTwo() throws InterruptedException {
        UpsertConsumer first = instances.start("one");
        UpsertConsumer second = instances.start("two");
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> !partitions(instances.table(second)).isEmpty());
        instances.awaitCaughtUp(first, second);
        return List.of(instances.table(first), instances.table(second));
    }

    private static Set<Integer> partitions(UpsertTable<RowJson> table) {
        return table.status().partitions().stream()
                .map(partition -> partition.partition())
                .collect(Collectors.toSet());
    }

    /** Lists without pause, and compares each listing with the rows of the partitions that it does not call missing. */
    private final class Lister implements AutoCloseable {

        private final UpsertTable<RowJson> table;
        private final AtomicBoolean ended = new AtomicBoolean();
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final Thread thread = new Thread(this::list, "lister");
        private long listings;
        private long partial;

        Lister(UpsertTable<RowJson> table) {
            this.table = table;
            thread.start();
        }

        private void list() {
            while (!ended.get()) {
                try {
                    Page<RowJson> page = table.scan(Scan.all());
                    listings++;
                    partial += page.isComplete() ? 0 : 1;
                    Set<Integer> missing = page.missing().stream()
                            .map(MissingPartition::partition)
                            .collect(Collectors.toSet());
                    if (!TableModel.of(page.rows()).equals(without(missing))) {
                        wrong.add(page.rows().size() + " rows without " + missing);
                    }
                } catch (RuntimeException | AssertionError e) {
                    wrong.add(e.toString());
                }
            }
        }

        private NavigableMap<RowKey, String> without(Set<Integer> missing) {
            NavigableMap<RowKey, String> rows = new TreeMap<>(model.rows());
            rows.keySet().removeIf(key -> missing.contains(TableModel.home(key, PARTITIONS)));
            return rows;
        }

        @Override
        public void close() {
            ended.set(true);
            TestThreads.join(thread);
        }
    }
}
