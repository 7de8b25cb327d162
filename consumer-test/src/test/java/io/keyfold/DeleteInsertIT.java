package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.change.SubscriptionSettings;
import io.keyfold.change.TableEvent;
import io.keyfold.query.Answer;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.recording.Recording;
import io.keyfold.test.recording.RecordingPlayer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Flink writes when its planner cannot prove the primary key: a tombstone before every new value. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DeleteInsertIT {

    private static final SubscriptionSettings JOINED =
            SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofMinutes(1));
    private static final String CASE_1C = "case1c-insert-update-delete-pk-unknown-materializer";
    private static final String CASE_1G = "case1g-update-before-materialize-none";

    private KeyfoldKafka kafka;
    private TableUnderTest subject;
    private UpsertTable<OrderItem> items;

    @BeforeEach
    void start(KeyfoldKafka broker, @TempDir Path stateDir) throws InterruptedException {
        kafka = broker;
        subject = new TableUnderTest(kafka, stateDir, TableContracts.named("dwd_order_item"), 6);
        items = subject.start().as(OrderItem.class);
    }

    @AfterEach
    void close() {
        subject.close();
    }

    private static String text(RowChange<OrderItem> change) {
        return change.kind() + " " + amount(change.before()) + ">" + amount(change.after()) + " @"
                + change.position().offset();
    }

    private static String amount(Optional<Row<OrderItem>> row) {
        return row.map(r -> requireNonNull(r.value().amount()).toPlainString()).orElse("");
    }

    private void play(Recording recording, String recordedTopic) {
        recording.playTo(kafka.bootstrapServers(), recordedTopic, subject.topic());
    }

    /** UC-07: the updates of a row that Flink deletes before each of them are updates again, its delete a delete. */
    @ParameterizedTest
    @CsvSource({CASE_1C + ", c1c", CASE_1G + ", c1g"})
    void subscriber_toJoinedChangesOfAnUnprovenKey_isToldUpdates(String name, String recordedTopic) {
        List<String> plain = new CopyOnWriteArrayList<>();
        List<String> live = new CopyOnWriteArrayList<>();
        List<String> fromSnapshot = new CopyOnWriteArrayList<>();
        subscribe(plain, live, fromSnapshot);
        List<String> updates = List.of("INSERT >19.90 @0", "UPDATE 19.90>39.80 @2", "UPDATE 39.80>100.00 @4");

        play(Recording.named(name), recordedTopic);
        awaitTold(updates, live, fromSnapshot);
        subject.stop();

        List<String> joined = new ArrayList<>(updates);
        joined.add("DELETE 100.00> @5");
        assertThat(live).isEqualTo(joined);
        assertThat(fromSnapshot).isEqualTo(joined);
        assertThat(plain)
                .containsExactly(
                        "INSERT >19.90 @0",
                        "DELETE 19.90> @1",
                        "INSERT >39.80 @2",
                        "DELETE 39.80> @3",
                        "INSERT >100.00 @4",
                        "DELETE 100.00> @5");
    }

    @ParameterizedTest
    @CsvSource({"c10_dbz_out", "c10_canal_out"})
    void subscriber_toJoinedChangesOfACdcUpstream_isToldUpdates(String recordedTopic) {
        List<String> plain = new CopyOnWriteArrayList<>();
        List<String> live = new CopyOnWriteArrayList<>();
        List<String> fromSnapshot = new CopyOnWriteArrayList<>();
        subscribe(plain, live, fromSnapshot);
        List<String> updates = List.of("INSERT >19.90 @0", "UPDATE 19.90>100.00 @2");

        play(Recording.named("case10-cdc-upstream"), recordedTopic);
        awaitTold(updates, live, fromSnapshot);
        subject.stop();

        List<String> joined = new ArrayList<>(updates);
        joined.add("DELETE 100.00> @3");
        assertThat(live).isEqualTo(joined);
        assertThat(fromSnapshot).isEqualTo(joined);
        assertThat(plain)
                .containsExactly("INSERT >19.90 @0", "DELETE 19.90> @1", "INSERT >100.00 @2", "DELETE 100.00> @3");
    }

    private void subscribe(List<String> plain, List<String> live, List<String> fromSnapshot) {
        items.subscribe(change -> plain.add(text(change)));
        items.subscribe(JOINED, change -> live.add(text(change)));
        items.subscribeFromSnapshot(JOINED, event -> {
            if (event instanceof TableEvent.Changed<OrderItem> changed) {
                fromSnapshot.add(text(changed.change()));
            }
        });
    }

    @SafeVarargs
    private static void awaitTold(List<String> expected, List<String>... told) {
        for (List<String> list : told) {
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(list).isEqualTo(expected));
        }
    }

    @Test
    void subscriber_ofADeleteThatStaysAlone_isToldItInTime() {
        List<String> told = new CopyOnWriteArrayList<>();
        items.subscribe(
                SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofSeconds(1)),
                change -> told.add(text(change)));
        try (RecordingPlayer player = player()) {
            player.play(0, 2);
        }

        awaitTold(List.of("INSERT >19.90 @0", "DELETE 19.90> @1"), told);
    }

    @Test
    void get_whileADeleteIsHeldBack_isAbsent() {
        RowKey key = RowKey.of("A1001", "I02");
        List<String> told = new CopyOnWriteArrayList<>();
        items.subscribe(JOINED, change -> told.add(text(change)));
        try (RecordingPlayer player = player()) {
            player.play(0, 2);
            awaitTold(List.of("INSERT >19.90 @0"), told);
            subject.awaitCaughtUp();

            assertThat(items.get(key)).isInstanceOf(Answer.Absent.class);

            // Had the DELETE been told meanwhile, there could be no UPDATE.
            player.play(2, 3);
            awaitTold(List.of("INSERT >19.90 @0", "UPDATE 19.90>39.80 @2"), told);
            assertThat(items.get(key))
                    .isInstanceOfSatisfying(
                            Answer.Found.class,
                            found -> assertThat(((OrderItem) found.row().value()).amount())
                                    .isEqualTo(new BigDecimal("39.80")));
        }
    }

    private RecordingPlayer player() {
        return Recording.named(CASE_1C).player(kafka.bootstrapServers(), "c1c", subject.topic());
    }

    @Test
    void joinedChanges_ofRecordedTraffic_foldToTheTable() {
        List<RowChange<RowJson>> plain = new CopyOnWriteArrayList<>();
        List<RowChange<RowJson>> joined = new CopyOnWriteArrayList<>();
        subject.table().subscribe(plain::add);
        subject.table()
                .subscribe(SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofSeconds(5)), joined::add);
        Recording recording = Recording.named("random-fold-materialized");

        play(recording, recording.topic());
        subject.awaitCaughtUp();

        Map<RowKey, String> rows = TableModel.of(subject.rows(subject.table()));
        assertThat(rows).hasSameSizeAs(recording.expectedRows());
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(fold(plain)).isEqualTo(rows));
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(fold(joined)).isEqualTo(rows));
        assertThat(fold(joined)).isEqualTo(fold(plain));
        assertThat(count(plain, RowKind.UPDATE)).isZero();
        assertThat(count(joined, RowKind.UPDATE)).isPositive();
        assertThat(count(joined, RowKind.INSERT) - count(joined, RowKind.DELETE))
                .isEqualTo(rows.size());
        assertThat(orderOf(joined))
                .allSatisfy(
                        (partition, offsets) -> assertThat(offsets).isSorted().doesNotHaveDuplicates());
    }

    /** The rows that the changes make; each change has the row that was there before it. */
    private static Map<RowKey, String> fold(List<RowChange<RowJson>> changes) {
        Map<RowKey, String> rows = new HashMap<>();
        changes.forEach(change -> {
            assertThat(Optional.ofNullable(rows.get(change.key())))
                    .isEqualTo(change.before().map(row -> row.value().text()));
            change.after()
                    .map(row -> row.value().text())
                    .ifPresentOrElse(json -> rows.put(change.key(), json), () -> rows.remove(change.key()));
        });
        return rows;
    }

    private static long count(List<RowChange<RowJson>> changes, RowKind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }

    private static Map<Integer, List<Long>> orderOf(List<RowChange<RowJson>> changes) {
        Map<Integer, List<Long>> offsets = new HashMap<>();
        changes.forEach(change -> offsets.computeIfAbsent(change.position().partition(), p -> new ArrayList<>())
                .add(change.position().offset()));
        return offsets;
    }
}
