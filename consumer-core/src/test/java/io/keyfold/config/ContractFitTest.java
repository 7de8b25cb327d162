package io.keyfold.config;

import static io.keyfold.config.Grouping.column;
import static io.keyfold.config.Grouping.day;
import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Grouping.minute;
import static io.keyfold.config.Measure.count;
import static io.keyfold.config.Measure.max;
import static io.keyfold.config.Measure.min;
import static io.keyfold.config.Measure.sum;
import static io.keyfold.config.Measure.top;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which columns indexes and totals may have. */
class ContractFitTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final TableSettings TABLE = TableSettings.of(withColumns(
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "DECIMAL(38, 0)",
            "FLOAT",
            "DOUBLE",
            "STRING",
            "CHAR(2)",
            "VARCHAR(2)",
            "BOOLEAN",
            "DATE",
            "TIME(0)",
            "TIMESTAMP(3)",
            "TIMESTAMP_LTZ(3)",
            "BYTES",
            "BINARY(2)",
            "VARBINARY(2)"));

    /** The order items with a column of each of these types, named as the type, small, without its numbers. */
    private static TableContract withColumns(String... types) {
        List<Column> columns = new ArrayList<>(ORDER_ITEM.columns());
        for (String type : types) {
            columns.add(new Column(name(type), SqlType.parse(type), true, false));
        }
        return new TableContract(
                ORDER_ITEM.name(),
                ORDER_ITEM.topic(),
                ORDER_ITEM.keyColumns(),
                ORDER_ITEM.valueFields(),
                ORDER_ITEM.valueJson(),
                columns,
                ORDER_ITEM.requirements());
    }

    private static String name(String type) {
        return SqlType.parse(type).name().name().toLowerCase(Locale.ROOT);
    }

    private static void assertRefused(ThrowingCallable settings, String message) {
        assertThatThrownBy(settings)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void index_unknownColumn_isRefusedWithTheKnownOnes() {
        assertRefused(
                () -> TableSettings.of(ORDER_ITEM).index("by_user", "usr_id"),
                "index by_user: column usr_id (expected: one of [order_id, item_id, user_id, sku_id, quantity, amount, "
                        + "order_status, update_time])");
    }

    @Test
    void total_unknownColumn_isRefusedWithTheKnownOnes() {
        String known = " (expected: one of [order_id, item_id, user_id, sku_id, quantity, amount, order_status, "
                + "update_time])";
        TableSettings table = TableSettings.of(ORDER_ITEM);

        for (Measure measure : List.of(sum("x"), min("x"), max("x"), top(1, "x"))) {
            assertRefused(() -> table.total("t", measure), "total t: column x" + known);
        }
        for (Grouping grouping : List.of(column("x"), minute("x"), day("x"), day("x", SHANGHAI))) {
            assertRefused(() -> table.total("t", count(), groupBy(grouping)), "total t: column x" + known);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tinyint", "smallint", "int", "bigint", "decimal"})
    void sum_ofExactTypes_isTaken(String column) {
        assertThat(TABLE.total("t", sum(column)).totals()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"float, FLOAT", "double, DOUBLE"})
    void sum_ofFloatingTypes_isRefusedAndWhy(String column, String type) {
        assertRefused(
                () -> TABLE.total("t", sum(column)),
                "total t: sum(" + column + ") over " + type
                        + " (expected: TINYINT, SMALLINT, INT, BIGINT or DECIMAL; a " + "sum of " + type
                        + " depends on the order of changes and drifts)");
    }

    @ParameterizedTest
    @CsvSource({
        "string, STRING",
        "char, CHAR(2)",
        "varchar, VARCHAR(2)",
        "boolean, BOOLEAN",
        "date, DATE",
        "time, TIME(0)",
        "timestamp, TIMESTAMP(3)",
        "timestamp_ltz, TIMESTAMP_LTZ(3)",
        "bytes, BYTES"
    })
    void sum_ofOtherTypes_isRefused(String column, String type) {
        assertRefused(
                () -> TABLE.total("t", sum(column)),
                "total t: sum(" + column + ") over " + type + " (expected: TINYINT, SMALLINT, INT, BIGINT or DECIMAL)");
    }

    static Stream<String> columns() {
        return TABLE.contract().columns().stream().map(Column::name);
    }

    @ParameterizedTest
    @MethodSource("columns")
    void allButSums_takeAnyTypeWithoutParts(String column) {
        TableSettings table = TABLE.index("i", column)
                .total("t", min(column), groupBy(column))
                .total("u", max(column))
                .total("v", top(1_000, column));

        assertThat(table.totals()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARRAY<INT>", "MAP<STRING, INT>", "ROW<a INT>"})
    void nestedColumns_areRefusedByName(String type) {
        TableSettings table = TableSettings.of(withColumns(type));
        String column = name(type);
        String expected = column + " over " + type + " (expected: a column that is no ARRAY, MAP or ROW)";

        assertRefused(() -> table.index("i", "user_id", column), "index i: " + expected);
        assertRefused(() -> table.total("t", min(column)), "total t: " + expected);
        assertRefused(() -> table.total("t", max(column)), "total t: " + expected);
        assertRefused(() -> table.total("t", top(3, column)), "total t: " + expected);
        assertRefused(() -> table.total("t", count(), groupBy(column)), "total t: " + expected);
        assertRefused(
                () -> table.total("t", sum(column)),
                "total t: sum(" + column + ") over " + type + " (expected: TINYINT, SMALLINT, INT, BIGINT or DECIMAL)");
    }

    @ParameterizedTest
    @CsvSource({"date, DATE", "time, TIME(0)", "string, STRING", "bigint, BIGINT"})
    void minuteAndDay_ofOtherThanTimestamps_areRefused(String column, String type) {
        String expected = " over " + type + " (expected: TIMESTAMP or TIMESTAMP_LTZ)";

        assertRefused(
                () -> TABLE.total("t", count(), groupBy(minute(column))), "total t: minute(" + column + ")" + expected);
        assertRefused(() -> TABLE.total("t", count(), groupBy(day(column))), "total t: day(" + column + ")" + expected);
        assertRefused(
                () -> TABLE.total("t", count(), groupBy(day(column, SHANGHAI))),
                "total t: day(" + column + ", Asia/Shanghai)" + expected);
    }

    @Test
    void minute_ofBothTimestamps_isTaken() {
        assertThat(TABLE.total("t", count(), groupBy(minute("timestamp"), minute("timestamp_ltz")))
                        .totals())
                .hasSize(1);
    }

    @Test
    void day_zoneThatIsMissingOrTooMuch_isRefused() {
        assertThat(TABLE.total("t", count(), groupBy(day("timestamp"), day("timestamp_ltz", SHANGHAI)))
                        .totals())
                .hasSize(1);
        assertRefused(
                () -> TABLE.total("t", count(), groupBy(day("timestamp_ltz"))),
                "total t: day(timestamp_ltz) over TIMESTAMP_LTZ(3) (expected: day(timestamp_ltz, zone); state the zone "
                        + "whose days are meant)");
        assertRefused(
                () -> TABLE.total("t", count(), groupBy(day("timestamp", SHANGHAI))),
                "total t: day(timestamp, Asia/Shanghai) over TIMESTAMP(3) (expected: day(timestamp); it has no zone, its "
                        + "days are taken as they stand)");
    }
}
