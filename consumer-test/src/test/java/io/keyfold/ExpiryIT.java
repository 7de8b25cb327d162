package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.crash.DerivedStores;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTables;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the contract declares that records expire, rows go when their records do, whoever was there when it happened. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ExpiryIT {

    private static final int ROWS = 10;
    private static final int EXPIRED = 4;

    @TempDir
    Path stateDir;

    @TempDir
    Path otherDir;

    private final List<RowChange<RowJson>> changes = new CopyOnWriteArrayList<>();
    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;
    private UpsertTopic topic;

    @BeforeEach
    void fillTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        String name = kafka.createTopic("dwd_order_item", 1, Map.of("cleanup.policy", "compact,delete"));
        TableContract kept = TableContracts.named("dwd_order_item").withTopic(name);
        contract = kept.withRequirements(kept.requirements().withExpiry());
        new TopicSurgery(kafka, name + ".dlq").create(1, Map.of());
        surgery = new TopicSurgery(kafka, name);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        write(0, ROWS);
    }

    @AfterEach
    void close() {
        topic.close();
        new TopicSurgery(kafka, contract.topic() + ".dlq").delete();
    }

    /** Each has the offset of its number. */
    private void write(int from, int to) {
        for (int i = from; i < to; i++) {
            assertThat(topic.upsert(Map.of("order_id", "A" + i, "item_id", "I01"))
                            .offset())
                    .isEqualTo(i);
        }
    }

    private TableInstance instance(Materialization materialization, Path directory) {
        return new TableInstance(
                kafka,
                kafka.uniqueName("expiry"),
                contract,
                directory,
                builder -> builder.materialization(materialization));
    }

    /** Listens from before its start on. */
    private void startAndListen(TableInstance subject) throws InterruptedException {
        UpsertConsumer built = subject.build();
        built.table(contract.name()).subscribe(changes::add);
        built.start();
        Instances.awaitReady(built);
    }

    private static List<RowKey> keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> RowKey.of("A" + i, "I01"))
                .toList();
    }

    private static void awaitRows(TableInstance subject, List<RowKey> expected) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(subject.table().scan(Scan.all()).rows())
                        .extracting(Row::key)
                        .containsExactlyInAnyOrderElementsOf(expected));
    }

    /** They are told behind the rows. */
    private void awaitDeletes(List<RowKey> expected) {
        await().atMost(TableUnderTest.PATIENCE).until(() -> deletes().count() >= expected.size());
        assertThat(deletes()).extracting(RowChange::key).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(deletes()).allSatisfy(change -> {
            assertThat(change.cause()).isEqualTo(Cause.EXPIRED);
            assertThat(change.before()).isPresent();
            assertThat(change.after()).isEmpty();
        });
    }

    private Stream<RowChange<RowJson>> deletes() {
        return changes.stream().filter(change -> change.kind() == RowKind.DELETE);
    }

    private static void awaitFresh(TableInstance subject) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(
                                subject.table().get(RowKey.of("A9", "I01")).toString())
                        .doesNotContain("expired"));
    }

    @ParameterizedTest
    @EnumSource
    void rows_whoseRecordsExpireWhileItRuns_goWithADelete(Materialization materialization) throws InterruptedException {
        try (TableInstance subject = instance(materialization, stateDir)) {
            startAndListen(subject);
            awaitRows(subject, keys(0, ROWS));

            surgery.deleteRecordsBefore(0, EXPIRED);

            awaitRows(subject, keys(EXPIRED, ROWS));
            awaitDeletes(keys(0, EXPIRED));
            assertThat(subject.table().status().counts().expired()).isEqualTo(EXPIRED);
            assertThat(subject.table().status().counts().deleted()).isZero();
        }
    }

    @Test
    void sums_ofRowsThatExpire_goDown() throws InterruptedException {
        try (TableInstance subject = new TableInstance(
                kafka,
                kafka.uniqueName("expiry"),
                contract,
                stateDir,
                builder -> builder.materialization(Materialization.CHANGELOG).topology(ExpiryIT::countByItem))) {
            subject.start();
            awaitCount(subject, ROWS);

            surgery.deleteRecordsBefore(0, EXPIRED);

            awaitCount(subject, ROWS - EXPIRED);
        }
    }

    private static void countByItem(StreamsBuilder builder, SourceTables tables) {
        tables.table("dwd_order_item")
                .groupBy(
                        (key, row) -> KeyValue.pair((String) key.values().get(1), 1L),
                        Grouped.with(Serdes.String(), Serdes.Long()))
                .reduce(Long::sum, (count, gone) -> count - gone, Materialized.as("by-item"));
    }

    private static void awaitCount(TableInstance subject, long expected) {
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            Map<String, Long> counts = new HashMap<>();
            DerivedStores.<String, Long>each(subject.consumer(), "by-item", counts::put);
            assertThat(counts).isEqualTo(Map.of("I01", expected));
        });
    }

    @ParameterizedTest
    @EnumSource
    void rows_thatWereWrittenAgain_stay(Materialization materialization) throws InterruptedException {
        topic.upsert(Map.of("order_id", "A0", "item_id", "I01"));
        try (TableInstance subject = instance(materialization, stateDir)) {
            startAndListen(subject);
            awaitRows(subject, keys(0, ROWS));

            surgery.deleteRecordsBefore(0, EXPIRED);

            awaitDeletes(keys(1, EXPIRED));
            assertThat(subject.table().get(RowKey.of("A0", "I01"))).isInstanceOf(Answer.Found.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rows_whoseRecordsExpireWhileItIsStopped_goWithADeleteAfterItsStart(Materialization materialization)
            throws InterruptedException {
        try (TableInstance subject = instance(materialization, stateDir)) {
            subject.start();
            awaitRows(subject, keys(0, ROWS));
            subject.stop();
            surgery.deleteRecordsBefore(0, EXPIRED);

            startAndListen(subject);

            awaitRows(subject, keys(EXPIRED, ROWS));
            awaitDeletes(keys(0, EXPIRED));
            assertThat(subject.rebuilt()).isEmpty();
        }
    }

    /** A changelog still has them, the topic does not: both give what the topic has. */
    @ParameterizedTest
    @EnumSource
    void rows_afterARebuild_areThoseOfTheTopic(Materialization materialization) throws InterruptedException {
        try (TableInstance subject = instance(materialization, stateDir)) {
            subject.start();
            awaitRows(subject, keys(0, ROWS));
            subject.stop();
            surgery.deleteRecordsBefore(0, EXPIRED);
            subject.wipe();

            subject.start();

            awaitRows(subject, keys(EXPIRED, ROWS));
            awaitFresh(subject);
        }
    }

    /** UC-32: with {@code compact,delete}, whoever has run all along and whoever starts later agree. */
    @ParameterizedTest
    @EnumSource
    void instances_oldAndNew_agree(Materialization materialization) throws InterruptedException {
        try (TableInstance old = instance(materialization, stateDir);
                TableInstance fresh = instance(materialization, otherDir)) {
            old.start();
            awaitRows(old, keys(0, ROWS));
            surgery.deleteRecordsBefore(0, EXPIRED);

            fresh.start();

            awaitRows(fresh, keys(EXPIRED, ROWS));
            awaitRows(old, keys(EXPIRED, ROWS));
        }
    }

    /** Where nothing is declared, OffsetsGoneIT has it: a mirror is rebuilt, what keeps a changelog does not start. */
    @ParameterizedTest
    @EnumSource
    void position_belowTheLogsStart_isNoLoss(Materialization materialization) throws InterruptedException {
        goesOnBelowTheLogsStart(materialization, TableInstance::stop);
    }

    /** Nobody is in the group any more, so that it is moved to the end and what lies before is restored. */
    @ParameterizedTest
    @EnumSource
    void position_belowTheLogsStartOfAGroupThatWasLeft_isNoLoss(Materialization materialization)
            throws InterruptedException {
        goesOnBelowTheLogsStart(materialization, TableInstance::leave);
    }

    private void goesOnBelowTheLogsStart(Materialization materialization, Consumer<TableInstance> end)
            throws InterruptedException {
        try (TableInstance subject = instance(materialization, stateDir)) {
            subject.start();
            awaitRows(subject, keys(0, ROWS));
            end.accept(subject);
            write(ROWS, 20);
            surgery.deleteRecordsBefore(0, 15);

            startAndListen(subject);

            awaitRows(subject, keys(15, 20));
            awaitDeletes(keys(0, ROWS));
            assertThat(subject.rebuilt()).isEmpty();
        }
    }
}
