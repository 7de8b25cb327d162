package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import io.keyfold.store.SourceTables;
import io.keyfold.store.UpsertProduced;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopologyDriverTest {

    private static final Instant START = Instant.parse("2024-01-15T10:30:00Z");
    private static final String ITEMS = "dwd_order_item";

    private static final TableContract COUNTS = new TableContract(
            "user_count",
            "user_count",
            List.of("user_id"),
            "",
            ValueFields.ALL,
            JsonOptions.FLINK_DEFAULTS,
            JsonOptions.FLINK_DEFAULTS,
            List.of(
                    new Column("user_id", SqlType.parse("STRING"), false, false),
                    new Column("items", SqlType.parse("BIGINT"), true, false)),
            LenientOptions.NONE,
            TopicRequirements.KAFKA_DEFAULTS);

    private final TopologyDriver driver = TopologyDriver.startingAt(
            START,
            TopologyDriverTest::build,
            List.of(TableSettings.of(TableContracts.named(ITEMS)), TableSettings.of(COUNTS)));

    /** Items by user, as a store and as a table of its own; the minutes that pass. */
    private static void build(StreamsBuilder builder, SourceTables tables) {
        tables.table(ITEMS)
                .mapValues(row -> row.value().text().contains("U7") ? "U7" : "U8")
                .groupBy((key, user) -> KeyValue.pair(user, user), Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("items-by-user"))
                .toStream()
                .map((user, count) -> KeyValue.pair(
                        RowKey.of(user), count == 0 ? null : ColumnValues.of(Map.of("user_id", user, "items", count))))
                .to(COUNTS.topic(), UpsertProduced.of(COUNTS));
        tables.table(ITEMS).toStream().process(Minutes::new).to("minutes", Produced.with(Serdes.Long(), Serdes.Long()));
    }

    private static final class Minutes implements Processor<RowKey, Row<RowJson>, Long, Long> {

        @Override
        public void init(ProcessorContext<Long, Long> context) {
            context.schedule(
                    Duration.ofMinutes(1),
                    PunctuationType.WALL_CLOCK_TIME,
                    now -> context.forward(new Record<>(now, now, now)));
        }

        @Override
        public void process(Record<RowKey, Row<RowJson>> record) {}
    }

    @AfterEach
    void close() {
        driver.close();
    }

    private void upsert(String order, String user) {
        driver.upsert(ITEMS, order, "I1", user, null, null, null, null, null);
    }

    @Test
    void store_ofWhatIsDerived_followsInsertsUpdatesAndDeletes() {
        upsert("A1", "U7");
        upsert("A2", "U7");
        upsert("A3", "U8");
        assertThat(count("U7")).isEqualTo(2);

        upsert("A2", "U8");
        assertThat(count("U7")).isEqualTo(1);
        assertThat(count("U8")).isEqualTo(2);

        driver.tombstone(ITEMS, "A1", "I1");
        assertThat(count("U7")).isZero();
        assertThat(driver.table(ITEMS).scan(Scan.all()).rows()).hasSize(2);
    }

    private long count(String user) {
        return requireNonNull(driver.<String, Long>store("items-by-user").get(user));
    }

    @Test
    void output_thatIsATableToo_isReadAtOnce() {
        upsert("A1", "U7");
        upsert("A2", "U7");

        assertThat(driver.table("user_count").get(RowKey.of("U7"))).isInstanceOf(Answer.Found.class);
        driver.tombstone(ITEMS, "A1", "I1");
        driver.tombstone(ITEMS, "A2", "I1");
        assertThat(driver.table("user_count").get(RowKey.of("U7"))).isInstanceOf(Answer.Absent.class);

        assertThat(driver.output(COUNTS))
                .extracting(TestRecord::value)
                .extracting(value -> Optional.ofNullable(value).flatMap(row -> row.integer("items")))
                .containsExactly(Optional.of(1L), Optional.of(2L), Optional.of(1L), Optional.empty());
        assertThat(driver.output(COUNTS)).as("since the last look").isEmpty();
    }

    @Test
    void clock_standsStillUntilItIsMoved() {
        upsert("A1", "U7");
        driver.advanceWallClock(Duration.ofSeconds(59));
        assertThat(driver.output("minutes", Serdes.Long(), Serdes.Long())).isEmpty();

        driver.advanceWallClock(Duration.ofSeconds(1));
        assertThat(driver.output("minutes", Serdes.Long(), Serdes.Long()))
                .extracting(TestRecord::key)
                .containsExactly(START.plusSeconds(60).toEpochMilli());
        assertThat(driver.now()).isEqualTo(START.plusSeconds(60));

        upsert("A2", "U7");
        assertThat(driver.output(COUNTS))
                .extracting(TestRecord::getRecordTime)
                .containsExactly(START, START.plusSeconds(60));
    }

    @Test
    void position_isBehindTheLastRecord_goodOrBad() {
        assertThat(driver.sources().position(ITEMS, 0)).hasValue(0);

        upsert("A1", "U7");
        driver.rawText(ITEMS, "{\"order_id\":\"A1\",\"item_id\":\"I1\"}", "not json");
        assertThat(driver.sources().position(ITEMS, 0)).hasValue(2);
        assertThat(driver.sources().position("user_count", 0)).hasValue(1);
        assertThat(driver.sources().position(ITEMS, 1)).isEmpty();
        assertThat(driver.sources().stale(ITEMS, 0)).isEmpty();
        assertThat(driver.output(ITEMS + ".dlq", Serdes.ByteArray(), Serdes.ByteArray()))
                .hasSize(1);
    }

    /** No tombstone is kept at all, so that whoever was away for a moment may have missed one. */
    @Test
    void stale_ofATopicThatKeepsNoTombstones_isTold() {
        TableContract forgetful = TableContracts.named(ITEMS).withRequirements(new TopicRequirements(Duration.ZERO));

        try (TopologyDriver other = TopologyDriver.of((builder, tables) -> {}, forgetful)) {
            assertThat(other.sources().stale(ITEMS, 0))
                    .hasValueSatisfying(mark -> assertThat(mark.reason()).contains("some may have been missed"));
            assertThat(other.sources().stale(ITEMS, 1)).as("nothing is known").isEmpty();
        }
    }

    @Test
    void tableOrStore_unknown_isRefused() {
        assertThatThrownBy(() -> driver.upsert("orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table: orders (expected: one of [dwd_order_item, user_count])");
        assertThatThrownBy(() -> driver.store("orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("store: orders (expected: one of [");
        assertThatThrownBy(() -> TopologyDriver.of((builder, tables) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tables: none (expected: one at least)");
    }
}
