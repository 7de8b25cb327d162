package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.ValueFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows and keys that are equal have one text. */
class RowFormatTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");

    private static String json(TableContract contract, RowKey key, String json) {
        return RowFormat.of(contract)
                .json(new Row<>(
                        key,
                        new RowJson(json.getBytes(UTF_8)),
                        new RecordPosition("t", 0, 0),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static String typed(String type, String value) {
        String json = json(TypedTable.of(type), RowKey.of("A", 1L), "{\"c0\":" + value + ",\"k1\":1,\"k0\":\"A\"}");
        assertThat(json).startsWith("{\"c0\":").endsWith(",\"k1\":1,\"k0\":\"A\"}");
        return json.substring("{\"c0\":".length(), json.length() - ",\"k1\":1,\"k0\":\"A\"}".length());
    }

    @Test
    void json_rowInAnotherOrderWithMore_isTheDeclaredColumnsInTheirs() {
        assertThat(json(
                        ORDER_ITEM,
                        RowKey.of("A1001", "I02"),
                        "{ \"amount\":1E+3,\"x\":[1],\"update_time\":\"2024-01-15T10:40:00.120\",\"item_id\":\"I02\","
                                + "\"order_id\":\"A100\\u0031\"}"))
                .isEqualTo(
                        "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":null,\"sku_id\":null,\"quantity\":null,"
                                + "\"amount\":1000.00,\"order_status\":null,\"update_time\":\"2024-01-15 10:40:00.12\"}");
    }

    @Test
    void json_valueWithoutTheKey_hasItFromTheKey() {
        TableContract contract = TypedTable.of(ValueFields.EXCEPT_KEY, List.of("INT"));

        assertThat(json(contract, RowKey.of("A", 7L), "{\"c0\":3}")).isEqualTo("{\"c0\":3,\"k1\":7,\"k0\":\"A\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DECIMAL(18, 2) | -0.0 | 0.00",
                "DECIMAL(18, 0) | 1.2E+2 | 120",
                "DECIMAL(38, 18) | 1E-18 | 0.000000000000000001",
                "DOUBLE | 10000000000 | 1.0E10",
                "DOUBLE | -0.0 | -0.0",
                "DOUBLE | \"NaN\" | \"NaN\"",
                "FLOAT | 0.1 | 0.1",
                "CHAR(4) | \"ab\" | \"ab  \"",
                "TIMESTAMP_LTZ(3) | \"2024-01-15T02:30:00.100Z\" | \"2024-01-15 02:30:00.1Z\"",
                "BYTES | \"AAH\\/\" | \"AAH/\"",
                "ARRAY<DECIMAL(10, 2)> | [1E+1, null] | [10.00,null]",
                "MAP<STRING, INT> | {\"z\":26,\"a\":1} | {\"a\":1,\"z\":26}",
                "ARRAY<MAP<STRING, INT>> | [{\"z\":26,\"a\":1}] | [{\"a\":1,\"z\":26}]",
                "ROW<a INT, b DECIMAL(10, 2)> | {\"b\":1,\"x\":2} | {\"a\":null,\"b\":1.00}",
            })
    void json_value_hasOneForm(String type, String given, String canonical) {
        assertThat(typed(type, given)).isEqualTo(canonical);
    }

    @Test
    void json_isoContract_hasItsFormat() {
        TableContract sql = TypedTable.of("TIMESTAMP(3)");
        TableContract iso = new TableContract(
                sql.name(),
                sql.topic(),
                sql.keyColumns(),
                sql.valueFields(),
                new JsonOptions(JsonOptions.TimestampFormat.ISO_8601, false),
                sql.columns(),
                sql.requirements());

        assertThat(json(iso, RowKey.of("A", 1L), "{\"c0\":\"2024-01-15 10:40:00\",\"k1\":1,\"k0\":\"A\"}"))
                .startsWith("{\"c0\":\"2024-01-15T10:40:00\",");
    }

    @Test
    void keyJson_decimal_hasTheDigitsOfItsScale() {
        RowFormat format = RowFormat.of(TypedKeys.of("DECIMAL(10, 2)", "MAP<STRING, INT>"));

        assertThat(format.keyJson(RowKey.of(new BigDecimal("1E+1"), Map.of("a", 1))))
                .isEqualTo("{\"k0\":10.00,\"k1\":{\"a\":1}}");
        assertThatThrownBy(() -> format.keyJson(RowKey.of("A", "B")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column k0: a String (expected: a BigDecimal for DECIMAL(10, 2))");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amount | 1E+3 | 1000.00",
                "quantity | 7 | 7",
                "user_id | a\"b | \"a\\\"b\"",
                "update_time | 2024-01-15T10:40:00.120 | \"2024-01-15 10:40:00.12\""
            })
    void json_oneColumnsText_isInOneSpelling(String column, String text, String json) {
        RowFormat format = RowFormat.of(ORDER_ITEM);

        assertThat(format.json(column, format.value(column, text))).isEqualTo(json);
    }

    @Test
    void value_thatDoesNotFitOrOfNoColumn_isRefusedByName() {
        RowFormat format = RowFormat.of(ORDER_ITEM);

        assertThatThrownBy(() -> format.value("quantity", "many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column quantity not representable as INT: ");
        assertThatThrownBy(() -> format.value("nope", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column: nope (expected: one of [order_id, ");
        assertThatThrownBy(() -> format.json("quantity", "7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column quantity: a String (expected: a Integer for INT)");
    }
}
