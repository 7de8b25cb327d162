package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whichever instance is asked, the answer is that of the table. */
@ExtendWith(KeyfoldKafkaExtension.class)
class PeersIT {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 120;

    /** So that the first who starts does not keep all that it has caught up with. */
    private static final Map<String, String> SETTINGS = Map.of("acceptable.recovery.lag", "100000");

    @TempDir
    Path directory;

    private final PeerNet net = new PeerNet();
    private final List<UpsertConsumer> instances = new ArrayList<>();
    private Duration timeout = Duration.ofSeconds(1);
    private TableContract contract;
    private UpsertTopic topic;

    @BeforeEach
    void write(KeyfoldKafka kafka) {
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        for (int i = 0; i < ROWS; i++) {
            topic.upsert(order(i));
        }
        for (int i = 0; i < ROWS; i += 10) {
            topic.tombstone(key(i).values().toArray());
        }
    }

    @AfterEach
    void end() {
        instances.forEach(UpsertConsumer::close);
        net.close();
        topic.close();
    }

    private static RowKey key(int i) {
        return RowKey.of("A" + (1000 + i), "I01");
    }

    private static Map<String, Object> order(int i) {
        return Map.of(
                "order_id",
                key(i).values().get(0),
                "item_id",
                "I01",
                "user_id",
                "U" + i % 7,
                "order_status",
                i % 3 == 0 ? "PAID" : "NEW",
                "quantity",
                i);
    }

    private UpsertConsumer start(KeyfoldKafka kafka, String name, int number, Map<String, String> overrides) {
        UpsertConsumer made = UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .streamsOverrides(overrides)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(directory.resolve("i" + number))
                .instanceId("i" + number)
                .peers(net.settings(number).timeout(timeout))
                .table(OrderProjection.declare(TableSettings.of(contract), OrderProjection.all()))
                .build();
        net.joins(number, made);
        instances.add(made);
        made.start();
        return made;
    }

    private void startAll(KeyfoldKafka kafka, int count, Map<String, String> overrides) {
        String name = kafka.uniqueName("peers");
        for (int i = 0; i < count; i++) {
            start(kafka, name, i, overrides);
        }
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(instances).allSatisfy(instance -> {
                    assertThat(here(instance)).as("partitions here").isPositive();
                    assertThat(table(instance).scan(Scan.all()).isComplete()).isTrue();
                }));
    }

    private UpsertTable<RowJson> table(UpsertConsumer instance) {
        return instance.table(contract.name()).reading(ReadOptions.ANYWHERE);
    }

    private int here(UpsertConsumer instance) {
        return instance.table(contract.name()).status().partitions().size();
    }

    /** Each row and each key without one, from everywhere; lists as those of a table in one place. */
    @Test
    void questions_toAnyInstance_areAnsweredAsByOne(KeyfoldKafka kafka) {
        startAll(kafka, 3, SETTINGS);

        for (UpsertConsumer instance : instances) {
            UpsertTable<RowJson> table = table(instance);
            List<RowKey> keys = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                keys.add(key(i));
                assertThat(table.get(key(i))).isInstanceOf(i % 10 == 0 ? Answer.Absent.class : Answer.Found.class);
            }
            assertThat(table.getAll(keys))
                    .extracting(answer -> answer instanceof Answer.Found<RowJson> found
                            ? found.row().key()
                            : null)
                    .containsExactlyElementsOf(
                            keys.stream().map(key -> isLive(key) ? key : null).toList());
            List<Row<OrderItem>> listed = pages(table.as(OrderItem.class), 7);
            assertThat(listed).hasSize(ROWS - ROWS / 10);
            assertThat(listed)
                    .extracting(Row::key)
                    .containsExactlyElementsOf(
                            keys.stream().filter(PeersIT::isLive).toList());
            List<OrderItem> rows = listed.stream().map(Row::value).toList();
            for (OrderProjection projection : OrderProjection.all()) {
                assertThat(projection.actual(table)).as(projection.label()).contains(projection.expected(rows));
            }
            assertThat(table.count(Scan.all()).rows()).isEqualTo(listed.size());
            assertThat(table.count(Scan.all()).asOf()).hasSize(PARTITIONS);
        }
    }

    private static boolean isLive(RowKey key) {
        return !((String) key.values().get(0)).endsWith("0");
    }

    private static List<Row<OrderItem>> pages(UpsertTable<OrderItem> table, int size) {
        List<Row<OrderItem>> rows = new ArrayList<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(size);
            Page<OrderItem> page = table.scan(after.map(scan::after).orElse(scan));
            assertThat(page.missing()).isEmpty();
            rows.addAll(page.rows());
            after = page.next();
        } while (after.isPresent());
        return rows;
    }

    /** A row in another partition than its own is found where its own has none, whoever has either. */
    @Test
    void get_foreignRow_isFoundFromEveryInstance(KeyfoldKafka kafka) {
        startAll(kafka, 3, SETTINGS);
        RowKey stray = RowKey.of("stray", "I01");
        int home = TableModel.home(stray, PARTITIONS);

        topic.rawAt(
                (home + 1) % PARTITIONS,
                1,
                TableModel.keyJson(stray).getBytes(UTF_8),
                TableModel.json(stray, 1).getBytes(UTF_8));

        for (UpsertConsumer instance : instances) {
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(table(instance).get(stray)).isInstanceOf(Answer.Found.class));
            assertThat(table(instance).getAll(List.of(stray, key(1))))
                    .allSatisfy(answer -> assertThat(answer).isInstanceOf(Answer.Found.class));
        }
    }

    /** Half of them are 18 MB: no reply is that large, and no row is left out. */
    @Test
    void rows_largerTogetherThanAReply_areAllAnswered(KeyfoldKafka kafka) {
        timeout = TableUnderTest.PATIENCE;
        int large = 60;
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < large; i++) {
            Map<String, Object> order = new HashMap<>(order(ROWS + i));
            order.put("order_id", "L" + (1000 + i));
            order.put("user_id", "远".repeat(200_000));
            topic.upsert(order);
            keys.add(RowKey.of("L" + (1000 + i), "I01"));
        }
        startAll(kafka, 2, SETTINGS);

        for (UpsertConsumer instance : instances) {
            UpsertTable<RowJson> table = table(instance);
            assertThat(table.getAll(keys))
                    .allSatisfy(answer -> assertThat(answer).isInstanceOf(Answer.Found.class));
            assertThat(pages(table.as(OrderItem.class), 1_000))
                    .extracting(Row::key)
                    .hasSize(ROWS - ROWS / 10 + large)
                    .containsAll(keys);
        }
        assertThat(net.largestReply()).isBetween(4 << 20, 9 << 20);
    }

    /** 8 MB of keys: no question is that large, and none is left out. */
    @Test
    void getAll_keysLargerTogetherThanAQuestion_areAllAnswered(KeyfoldKafka kafka) {
        timeout = TableUnderTest.PATIENCE;
        startAll(kafka, 2, SETTINGS);
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < 999; i++) {
            keys.add(RowKey.of("x".repeat(8 << 10) + i, "I01"));
        }
        keys.add(key(1));

        for (UpsertConsumer instance : instances) {
            List<Answer<RowJson>> answers = table(instance).getAll(keys);

            assertThat(answers.subList(0, 999))
                    .allSatisfy(answer -> assertThat(answer).isInstanceOf(Answer.Absent.class));
            assertThat(answers.get(999)).isInstanceOf(Answer.Found.class);
            assertThat(instance.table(contract.name()).questions().forwarded()).isPositive();
        }
        assertThat(net.largestQuestion()).isBetween(256 << 10, 1 << 20);
    }

    /** One thread answers on each instance, and many ask on all of them. */
    @Test
    void scans_throughEachOtherOverOneThreadEach_comeToAnEnd(KeyfoldKafka kafka) throws InterruptedException {
        timeout = TableUnderTest.PATIENCE; // a question that waits in a long queue is not one that waits for ever
        startAll(kafka, 3, SETTINGS);
        int asked = net.questions();
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();

        for (int i = 0; i < 24; i++) {
            UpsertTable<OrderItem> table = table(instances.get(i % 3)).as(OrderItem.class);
            Thread thread = new Thread(() -> sizes.add(pages(table, 20).size()));
            thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(TableUnderTest.PATIENCE.toMillis());
        }

        assertThat(failures).isEmpty();
        assertThat(sizes).hasSize(24).containsOnly(ROWS - ROWS / 10);
        assertThat(net.questions()).as("questions to others").isGreaterThan(asked + 24);
    }

    /** Without leave a standby is not asked, and nobody who is not there is said to have nothing. */
    @Test
    void get_ofAnInstanceThatIsSilent_isAnsweredByAStandbyWhereThatIsAllowed(KeyfoldKafka kafka) {
        startAll(kafka, 2, Map.of("num.standby.replicas", "1"));
        ReadOptions stale = ReadOptions.ANYWHERE.maxStaleness(Duration.ofMinutes(1));
        RowKey other = keyOf(instances.get(1));
        UpsertTable<RowJson> first = instances.get(0).table(contract.name());
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(first.reading(ReadOptions.HERE.maxStaleness(Duration.ofMinutes(1)))
                                .get(other))
                        .isInstanceOf(Answer.Found.class));

        net.falls(1);

        assertThat(first.reading(ReadOptions.ANYWHERE).get(other))
                .isInstanceOfSatisfying(
                        Answer.NotReady.class,
                        none -> assertThat(none.reason())
                                .contains(PeerNet.address(1).toString()));
        assertThat(first.reading(stale).get(other))
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(((Row<?>) found.row()).standby()).isPresent());
        Page<RowJson> page = first.reading(stale).scan(Scan.all());
        assertThat(page.isComplete()).isTrue();
        assertThat(page.rows()).hasSize(ROWS - ROWS / 10);
        assertThat(page.standby()).isNotEmpty();
        Page<RowJson> less = first.reading(ReadOptions.ANYWHERE).scan(Scan.all());
        assertThat(less.isComplete()).isFalse();
        assertThat(less.missing()).hasSize(here(instances.get(1)));
    }

    private RowKey keyOf(UpsertConsumer instance) {
        UpsertTable<RowJson> here = instance.table(contract.name());
        return here.scan(Scan.all().limit(1)).rows().get(0).key();
    }

    @Test
    void get_positionThatIsNotReached_isNotReady(KeyfoldKafka kafka) {
        startAll(kafka, 2, SETTINGS);
        RowKey other = keyOf(instances.get(1));
        UpsertTable<RowJson> first = instances.get(0).table(contract.name());
        Answer.Found<RowJson> found =
                (Answer.Found<RowJson>) first.reading(ReadOptions.ANYWHERE).get(other);
        PartitionPosition reached = found.asOf();
        PartitionPosition beyond = new PartitionPosition(reached.topic(), reached.partition(), reached.position() + 1);

        assertThat(first.reading(ReadOptions.ANYWHERE.atLeast(List.of(reached))).get(other))
                .isInstanceOf(Answer.Found.class);
        assertThat(first.reading(ReadOptions.ANYWHERE.atLeast(List.of(beyond))).get(other))
                .isInstanceOfSatisfying(
                        Answer.NotReady.class,
                        none -> assertThat(none.reason()).contains("not yet to " + beyond.position()));
    }
}
