package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCodecTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final String KEY_FIELDS = "\"order_id\":\"A1001\",\"item_id\":\"I02\"";

    /** As Flink wrote it: recording case1b, third record. */
    private static final String RECORDED =
            "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":\"U01\",\"sku_id\":\"SKU-9\",\"quantity\":2,"
                    + "\"amount\":1E+2,\"order_status\":\"SHIPPED\",\"update_time\":\"2024-01-15 10:32:05.123\"}";

    record OrderItem(
            String orderId,
            String itemId,
            @Nullable Integer quantity,
            @Nullable BigDecimal amount,
            @Nullable LocalDateTime update_time) {}

    record AmountOnly(@Nullable BigDecimal amount) {}

    private static DecodedValue decode(String json) {
        return ValueCodec.of(ORDER_ITEM).decode(KEY, json.getBytes(UTF_8));
    }

    private static BadRecord bad(String json) {
        return ((DecodedValue.Bad) decode(json)).why();
    }

    private static <T extends Record> T read(TableContract contract, String json, Class<T> type) {
        Row<RowJson> row = new Row<>(
                KEY,
                new RowJson(json.getBytes(UTF_8)),
                new RecordPosition("t", 0, 0),
                Optional.empty(),
                Optional.empty());
        return RecordReader.of(contract, type).read(row).value();
    }

    @Test
    void decode_null_isATombstone() {
        assertThat(ValueCodec.of(ORDER_ITEM).decode(KEY, null)).isInstanceOf(DecodedValue.Tombstone.class);
    }

    @Test
    void decode_recordedValue_isAnUpsertOfTheSameBytes() {
        assertThat(decode(RECORDED)).isEqualTo(new DecodedValue.Upsert(new RowJson(RECORDED.getBytes(UTF_8))));
    }

    @Test
    void read_recordedValue_hasTheColumnsTypesAndScale() {
        assertThat(read(ORDER_ITEM, RECORDED, OrderItem.class))
                .isEqualTo(new OrderItem(
                        "A1001",
                        "I02",
                        2,
                        new BigDecimal("100.00"),
                        LocalDateTime.of(2024, 1, 15, 10, 32, 5, 123_000_000)));
    }

    @Test
    void read_valueWithoutItsKeyColumns_takesThemFromTheKey() {
        TableContract exceptKey = new TableContract(
                "t",
                "t",
                ORDER_ITEM.keyColumns(),
                ValueFields.EXCEPT_KEY,
                JsonOptions.FLINK_DEFAULTS,
                ORDER_ITEM.columns(),
                TopicRequirements.KAFKA_DEFAULTS);

        assertThat(read(exceptKey, "{\"amount\":19.9}", OrderItem.class))
                .isEqualTo(new OrderItem("A1001", "I02", null, new BigDecimal("19.90"), null));
    }

    @Test
    void encode_row_isFlinksBytes() {
        byte[] bytes = ValueCodec.of(ORDER_ITEM)
                .encode(Map.of(
                        "order_id", "A1001",
                        "item_id", "I02",
                        "user_id", "U01",
                        "sku_id", "SKU-9",
                        "quantity", 2,
                        "amount", new BigDecimal("100.00"),
                        "order_status", "SHIPPED",
                        "update_time", LocalDateTime.of(2024, 1, 15, 10, 32, 5, 123_000_000)));

        assertThat(new String(bytes, UTF_8)).isEqualTo(RECORDED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | JSON_NULL | JSON null literal is not a tombstone",
                "'' | EMPTY | there are no bytes, or only white space",
                "'   ' | EMPTY | there are no bytes, or only white space",
                "7 | NOT_AN_OBJECT | JSON, but no object",
                "{torn | NOT_JSON | not valid JSON at byte 2",
            })
    void decode_noObject_isBad(String json, Reason reason, String detail) {
        assertThat(bad(json).reason()).isEqualTo(reason);
        assertThat(bad(json).detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"quantity\":\"2\" | TYPE_MISMATCH | column quantity not representable as INT: a text; numbers as text are off",
                "\"quantity\":2147483648 | TYPE_MISMATCH | column quantity not representable as INT: a number out of range",
                "\"quantity\":2.0 | TYPE_MISMATCH | column quantity not representable as INT: a number with a fraction or an exponent",
                "\"amount\":0.005 | TYPE_MISMATCH | column amount not representable as DECIMAL(18, 2): more digits after the point than declared",
                "\"amount\":100E2147483647 | TYPE_MISMATCH | column amount not representable as DECIMAL(18, 2): more digits before the point than declared",
                "\"amount\":1E+17 | TYPE_MISMATCH | column amount not representable as DECIMAL(18, 2): more digits before the point than declared",
                "\"amount\":\"BNI=\" | TYPE_MISMATCH | column amount not representable as DECIMAL(18, 2): text is not a number; looks like base64 unscaled decimal, check the upstream decimal setting",
                "\"user_id\":{} | TYPE_MISMATCH | column user_id not representable as STRING: an object",
                "\"update_time\":\"2024-02-30 10:00:00\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): a text that is no such TIMESTAMP",
                "\"update_time\":\"2024-1-5 1:2:3\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): a text that is no such TIMESTAMP",
                "\"update_time\":\"2024-01-15T02:40:00.123Z\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): a time with a zone; the column has none, the contract may declare one",
                "\"update_time\":\"2024-01-15T10:40:00.123+08:00\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): a time with a zone; the column has none, the contract may declare one",
                "\"update_time\":\"2024-01-15 10:40:00.1234\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): more digits of a second than declared",
                "\"update_time\":\"\" | TYPE_MISMATCH | column update_time not representable as TIMESTAMP(3): a text that is no such TIMESTAMP",
                "\"quantity\":2,\"quantity\":9 | DUPLICATE_FIELD | field quantity stands twice",
                "\"x\":1,\"x\":1 | DUPLICATE_FIELD | an undeclared field stands twice",
            })
    void decode_columnThatDoesNotFit_isBadAndSaysWhich(String field, Reason reason, String detail) {
        BadRecord bad = bad("{" + KEY_FIELDS + "," + field + "}");

        assertThat(bad.reason()).isEqualTo(reason);
        assertThat(bad.detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"update_time\":\"2024-01-15 10:40:00\"",
                "\"update_time\":\"2024-01-15 10:40:00.000000\"",
                "\"update_time\":\"2024-01-15T10:40:00.123\"",
                "\"amount\":-0.0",
                "\"amount\":3.456789012E7",
                "\"amount\":0.05",
                "\"amount\":null",
                "\"coupon_id\":{\"deep\":[1,2,3]}",
            })
    void decode_columnThatFits_isAnUpsert(String field) {
        assertThat(decode("{" + KEY_FIELDS + "," + field + "}")).isInstanceOf(DecodedValue.Upsert.class);
    }

    @Test
    void decode_keyColumnsThatDisagreeWithTheKey_areBad() {
        BadRecord bad = bad("{\"order_id\":\"B2\",\"item_id\":\"I02\"}");

        assertThat(bad.reason()).isEqualTo(Reason.KEY_DISAGREES);
        assertThat(bad.detail()).isEqualTo("column order_id of the value is not that of the key");
    }

    @Test
    void decode_missingNotNullColumn_isBad() {
        assertThat(bad("{\"order_id\":\"A1001\"}").detail()).isEqualTo("column item_id missing (has: [order_id])");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"before\":null,\"after\":{\"order_id\":\"A1001\"},\"op\":\"c\",\"ts_ms\":1}",
                "{\"schema\":{\"type\":\"struct\"},\"payload\":{\"op\":\"c\"}}",
                "{\"data\":[{}],\"type\":\"INSERT\",\"old\":null}",
                "{\"+I\":{\"order_id\":\"A1001\"}}",
            })
    void decode_changeEnvelope_isBadAndNamed(String json) {
        assertThat(bad(json).reason()).isEqualTo(Reason.ENVELOPE);
        assertThat(bad(json).detail()).startsWith("looks like a ");
    }

    /** UC-16: a flat table may own a column called op, and an envelope is one all the same. */
    @Test
    void decode_envelopeOnATableThatOwnsAColumnCalledOp_isTold() {
        TableContract own = new TableContract(
                "t",
                "t",
                List.of("id"),
                ValueFields.EXCEPT_KEY,
                JsonOptions.FLINK_DEFAULTS,
                List.of(
                        new Column("id", SqlType.parse("STRING"), false, false),
                        new Column("op", SqlType.parse("STRING"), true, false),
                        new Column("note", SqlType.parse("STRING"), true, false)),
                TopicRequirements.KAFKA_DEFAULTS);
        ValueCodec values = ValueCodec.of(own);

        assertThat(values.decode(RowKey.of("a"), "{\"op\":\"c\",\"note\":null,\"data\":1}".getBytes(UTF_8)))
                .isInstanceOf(DecodedValue.Upsert.class);
        assertThat(values.decode(RowKey.of("a"), "{\"op\":\"c\"}".getBytes(UTF_8)))
                .isInstanceOf(DecodedValue.Upsert.class);
        assertThat(values.decode(RowKey.of("a"), "{\"op\":\"c\",\"data\":\"x\"}".getBytes(UTF_8)))
                .as("a new column called data holds no image")
                .isInstanceOf(DecodedValue.Upsert.class);
        assertThat(values.decode(
                        RowKey.of("a"),
                        "{\"before\":null,\"after\":{\"id\":\"a\",\"op\":\"x\"},\"op\":\"c\"}".getBytes(UTF_8)))
                .isInstanceOf(DecodedValue.Bad.class);
    }

    @Test
    void decode_flatRowThatOwnsAColumnOp_isAnUpsert() {
        assertThat(decode("{" + KEY_FIELDS + ",\"op\":\"c\",\"after\":1}")).isInstanceOf(DecodedValue.Upsert.class);
    }

    @Test
    void decode_nestedDeeperThanTheLimit_isBad() {
        BadRecord bad = bad("{" + KEY_FIELDS + ",\"x\":" + "[".repeat(3_000) + "]".repeat(3_000) + "}");

        assertThat(bad.reason()).isEqualTo(Reason.BEYOND_LIMITS);
        assertThat(bad.detail()).isEqualTo("nesting deeper than 100");
    }

    @Test
    void decode_gbkBytes_areBadAtTheirPlace() {
        byte[] gbk = {'{', '"', 'o', '"', ':', '"', (byte) 0xCD, (byte) 0xCB, '"', '}'};

        BadRecord bad = ((DecodedValue.Bad) ValueCodec.of(ORDER_ITEM).decode(KEY, gbk)).why();

        assertThat(bad).isEqualTo(new BadRecord(Reason.NOT_UTF8, "not valid UTF-8 at byte 6", 6));
    }

    @Test
    void recordReader_componentWithoutAColumn_isRefusedByName() {
        record Wrong(String shop) {}

        assertThatThrownBy(() -> RecordReader.of(ORDER_ITEM, Wrong.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "type: Wrong.shop has no column in dwd_order_item (expected: one of [order_id,");
    }

    @Test
    void recordReader_componentOfAnotherType_isRefusedByName() {
        record Wrong(Double amount) {}

        assertThatThrownBy(() -> RecordReader.of(ORDER_ITEM, Wrong.class))
                .hasMessage("type: Wrong.amount is a Double (expected: BigDecimal for amount DECIMAL(18, 2))");
    }

    @Test
    void recordReader_primitiveForANullableColumn_isRefusedByName() {
        record Wrong(int quantity) {}

        assertThatThrownBy(() -> RecordReader.of(ORDER_ITEM, Wrong.class))
                .hasMessage("type: Wrong.quantity is a int (expected: Integer, for quantity is nullable)");
    }

    @Test
    void recordReader_someColumns_areEnough() {
        assertThat(read(ORDER_ITEM, RECORDED, AmountOnly.class)).isEqualTo(new AmountOnly(new BigDecimal("100.00")));
    }
}
