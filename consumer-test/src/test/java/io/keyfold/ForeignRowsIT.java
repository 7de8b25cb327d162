package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A record in another partition than its key's home is found, marked and counted, and gives way to the home row. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ForeignRowsIT {

    private static final int PARTITIONS = 3;
    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final int HOME = TableModel.home(KEY, PARTITIONS);
    private static final int OTHER = (HOME + 1) % PARTITIONS;
    private static final int THIRD = (HOME + 2) % PARTITIONS;

    /** How the table came to read the records. */
    enum Way {
        LIVE,
        FIRST_LOAD,
        RESTARTED,
        WIPED
    }

    private Instances instances;
    private UpsertTopic topic;
    private @Nullable UpsertConsumer early;
    private long time = 1_705_286_400_000L;

    @BeforeEach
    void makeTopic(KeyfoldKafka kafka, @TempDir Path directory) {
        instances =
                Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS), directory);
        topic = UpsertTopic.open(kafka.bootstrapServers(), instances.contract());
    }

    @AfterEach
    void close() {
        topic.close();
        instances.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void foreignRow_whereHomeHasNone_isFoundMarkedAndListedOnce(Way way) throws InterruptedException {
        begin(way);
        write(OTHER, 1);

        UpsertTable<RowJson> table = read(way);

        assertThat(found(table)).satisfies(row -> {
            assertThat(row.value().text()).isEqualTo(TableModel.json(KEY, 1));
            assertThat(reason(row))
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("foreign"));
        });
        assertThat(listed(table))
                .singleElement()
                .satisfies(row -> assertThat(reason(row)).isPresent());
        assertThat(table.count(Scan.all()).rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LIVE", "WIPED"})
    void foreignRow_besideAHomeRow_givesWayToIt(Way way) throws InterruptedException {
        begin(way);
        write(HOME, 1);
        write(OTHER, 2);

        UpsertTable<RowJson> table = read(way);

        assertThat(found(table)).satisfies(row -> {
            assertThat(row.value().text()).isEqualTo(TableModel.json(KEY, 1));
            assertThat(row.mark()).isEmpty();
        });
        assertThat(listed(table)).singleElement().isEqualTo(found(table));
        assertThat(table.count(Scan.all()).rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LIVE", "WIPED"})
    void foreignRow_onceTheHomeRowIsDeleted_isServedMarked(Way way) throws InterruptedException {
        begin(way);
        write(HOME, 1);
        write(OTHER, 2);
        delete(HOME);

        UpsertTable<RowJson> table = read(way);

        assertThat(found(table)).satisfies(row -> {
            assertThat(row.value().text()).isEqualTo(TableModel.json(KEY, 2));
            assertThat(reason(row)).isPresent();
        });
        assertThat(listed(table)).singleElement().isEqualTo(found(table));
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LIVE", "WIPED"})
    void foreignTombstone_inItsPartition_deletesTheForeignRowAlone(Way way) throws InterruptedException {
        begin(way);
        write(HOME, 1);
        write(OTHER, 2);
        delete(OTHER);

        UpsertTable<RowJson> table = read(way);

        assertThat(found(table).value().text()).isEqualTo(TableModel.json(KEY, 1));
        assertThat(listed(table)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LIVE", "WIPED"})
    void foreignRows_inTwoPartitions_areServedAsTheLater(Way way) throws InterruptedException {
        begin(way);
        write(THIRD, 1);
        write(OTHER, 2);

        UpsertTable<RowJson> table = read(way);

        assertThat(found(table).value().text()).isEqualTo(TableModel.json(KEY, 2));
        assertThat(listed(table)).singleElement().isEqualTo(found(table));
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LIVE", "FIRST_LOAD", "WIPED"})
    void foreignRecords_andKeysOfOtherBytes_areCounted(Way way) throws InterruptedException {
        begin(way);
        write(HOME, 1);
        write(OTHER, 2);
        delete(OTHER);
        byte[] respelled = "{\"item_id\": \"I02\", \"order_id\": \"A1001\"}".getBytes(UTF_8);
        topic.rawAt(HOME, time++, respelled, TableModel.json(KEY, 3).getBytes(UTF_8));

        UpsertTable<RowJson> table = read(way);

        assertThat(table.status().counts().foreign()).isEqualTo(2);
        assertThat(table.status().counts().respelledKeys()).isEqualTo(1);
        assertThat(found(table).value().text()).isEqualTo(TableModel.json(KEY, 3));
    }

    private void write(int partition, int quantity) {
        topic.rawAt(
                partition,
                time++,
                TableModel.keyJson(KEY).getBytes(UTF_8),
                TableModel.json(KEY, quantity).getBytes(UTF_8));
    }

    private void delete(int partition) {
        topic.rawAt(partition, time++, TableModel.keyJson(KEY).getBytes(UTF_8), null);
    }

    private void begin(Way way) throws InterruptedException {
        if (way == Way.LIVE) {
            early = instances.start("one");
        }
    }

    /** The table once it has read what was written, in this way. */
    private UpsertTable<RowJson> read(Way way) throws InterruptedException {
        UpsertConsumer consumer = early == null ? instances.start("one") : early;
        instances.awaitCaughtUp(consumer);
        if (way == Way.RESTARTED || way == Way.WIPED) {
            consumer.close();
            if (way == Way.WIPED) {
                instances.wipe("one");
            }
            consumer = instances.start("one");
        }
        return instances.table(consumer);
    }

    private static Row<RowJson> found(UpsertTable<RowJson> table) {
        Answer<RowJson> answer = table.get(KEY);
        assertThat(answer).isInstanceOf(Answer.Found.class);
        return ((Answer.Found<RowJson>) answer).row();
    }

    private static List<Row<RowJson>> listed(UpsertTable<RowJson> table) {
        return table.scan(Scan.all()).rows();
    }

    private static Optional<String> reason(Row<RowJson> row) {
        return row.mark().map(RowMark::reason);
    }
}
