package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Answer;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Questions to a table of several partitions, compared with a sorted map: one order, no row twice, none missed. */
@ExtendWith(KeyfoldKafkaExtension.class)
class QueriesIT {

    private static final int PARTITIONS = 5;
    private static final int ORDERS = 120;
    private static final int ITEMS = 12;
    private static final int QUESTIONS = 200;

    @TempDir
    static Path directory;

    private static Instances instances;
    private static UpsertTable<RowJson> table;
    private static final TableModel MODEL = new TableModel();

    private Random random;

    @BeforeAll
    static void fill(KeyfoldKafka kafka) throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("rows: seed " + seed);
        Random random = new Random(seed);
        instances =
                Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS), directory);
        try (BulkOrders writer =
                new BulkOrders(kafka.bootstrapServers(), instances.contract().topic())) {
            for (int i = 0; i < 2_000; i++) {
                RowKey key = key(random);
                String json = TableModel.json(key, i);
                writer.text(key, json);
                MODEL.put(key, json);
            }
            writer.flush();
        }
        table = instances.table(instances.start("one"));
    }

    @AfterAll
    static void close() {
        instances.close();
    }

    @BeforeEach
    void seed() {
        long seed = System.nanoTime();
        System.out.println("questions: seed " + seed);
        random = new Random(seed);
    }

    private static RowKey key(Random random) {
        return RowKey.of("A" + random.nextInt(ORDERS), "I" + random.nextInt(ITEMS));
    }

    @Test
    void get_keysThatAreThereOrNot_isAsInTheModel() {
        for (int i = 0; i < QUESTIONS; i++) {
            RowKey key = key(random);

            Answer<RowJson> answer = table.get(key);

            assertThat(text(answer)).as("%s", key.values()).isEqualTo(Optional.ofNullable(rows().get(key)));
        }
    }

    @Test
    void getAll_keysOfAllPartitions_answersEachInItsPlace() {
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add(key(random));
        }

        List<Answer<RowJson>> answers = table.getAll(keys);

        assertThat(answers.stream().map(QueriesIT::text))
                .containsExactlyElementsOf(keys.stream()
                        .map(key -> Optional.ofNullable(rows().get(key)))
                        .toList());
    }

    private static Optional<String> text(Answer<RowJson> answer) {
        if (answer instanceof Answer.Found<RowJson> found) {
            return Optional.of(found.row().value().text());
        }
        assertThat(answer).isInstanceOf(Answer.Absent.class);
        return Optional.empty();
    }

    /** UC-46. */
    @Test
    void scan_ofAllRowsInPagesOfAnySize_hasEachOnceInOrder() {
        for (int limit : new int[] {1, 37, 1 + random.nextInt(500), rows().size(), Scan.MAX_LIMIT}) {
            assertThat(walk(Scan.all().limit(limit))).as("limit %s", limit).isEqualTo(TableModel.entries(rows()));
        }
    }

    @Test
    void scan_inReverse_hasEachOnceInReverseOrder() {
        for (int limit : new int[] {1, 37, 1 + random.nextInt(500)}) {
            assertThat(walk(Scan.all().reverse().limit(limit)))
                    .as("limit %s", limit)
                    .isEqualTo(TableModel.entries(rows().descendingMap()));
        }
    }

    /** {@code A1} is not the beginning of {@code A10}: it is a column, not text. */
    @Test
    void scan_withAPrefix_hasTheRowsOfThatOrderAlone() {
        for (int order = 0; order < ORDERS; order++) {
            String prefix = "A" + order;
            NavigableMap<RowKey, String> expected =
                    MODEL.matching(key -> TableModel.order(key).equals(prefix));

            assertThat(walk(Scan.prefix(prefix).limit(5))).as(prefix).isEqualTo(TableModel.entries(expected));
            assertThat(walk(Scan.prefix(prefix).reverse().limit(5)))
                    .as(prefix)
                    .isEqualTo(TableModel.entries(expected.descendingMap()));
        }
    }

    @Test
    void scan_betweenTwoBounds_hasTheFirstAndNotTheLast() {
        for (int i = 0; i < QUESTIONS; i++) {
            List<Object> from = bound();
            List<Object> to = bound();
            if (TableModel.compare(from, to) > 0) {
                List<Object> other = from;
                from = to;
                to = other;
            }
            NavigableMap<RowKey, String> expected = MODEL.between(from, to);
            Scan scan = Scan.between(from, to).limit(1 + random.nextInt(100));

            assertThat(walk(scan)).as("%s .. %s", from, to).isEqualTo(TableModel.entries(expected));
            assertThat(walk(scan.reverse()))
                    .as("%s .. %s", from, to)
                    .isEqualTo(TableModel.entries(expected.descendingMap()));
        }
    }

    @Test
    void scan_withAnOpenBound_reachesTheEnd() {
        List<Object> bound = List.of("A5");

        assertThat(walk(Scan.between(bound, List.of())))
                .isEqualTo(TableModel.entries(MODEL.between(bound, List.of("B"))));
        assertThat(walk(Scan.between(List.of(), bound)))
                .isEqualTo(TableModel.entries(MODEL.between(List.of("A"), bound)));
    }

    @Test
    void count_ofAnyRange_isTheNumberOfItsRows() {
        for (int i = 0; i < QUESTIONS; i++) {
            List<Object> from = bound();
            List<Object> to = bound();
            if (TableModel.compare(from, to) <= 0) {
                RowCount count = table.count(Scan.between(from, to).limit(Scan.MAX_LIMIT));

                assertThat(count.rows()).isEqualTo(MODEL.between(from, to).size());
                assertThat(count.next()).isEmpty();
            }
        }
    }

    @Test
    void count_upToALimit_goesOnBehindTheLastCounted() {
        long counted = 0;
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(100);
            RowCount count = table.count(after.map(scan::after).orElse(scan));
            assertThat(count.isComplete()).isTrue();
            counted += count.rows();
            after = count.next();
        } while (after.isPresent());

        assertThat(counted).isEqualTo(rows().size());
    }

    private static NavigableMap<RowKey, String> rows() {
        return MODEL.rows();
    }

    private List<Object> bound() {
        RowKey key = key(random);
        return random.nextBoolean() ? key.values() : List.of(TableModel.order(key));
    }

    private static List<Map.Entry<RowKey, String>> walk(Scan scan) {
        List<Map.Entry<RowKey, String>> walked = new ArrayList<>();
        Pages.each(table, scan, page -> {
            assertThat(page.isComplete()).isTrue();
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(scan.limit());
            for (Row<RowJson> row : page.rows()) {
                walked.add(Map.entry(row.key(), row.value().text()));
            }
        });
        return walked;
    }
}
