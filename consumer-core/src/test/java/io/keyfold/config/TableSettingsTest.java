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

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSettingsTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final TableSettings TABLE = TableSettings.of(ORDER_ITEM);

    private static void assertRefused(ThrowingCallable settings, String message) {
        assertThatThrownBy(settings)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void of_contract_hasNeitherIndexesNorTotals() {
        assertThat(TableSettings.of(ORDER_ITEM)).isEqualTo(new TableSettings(ORDER_ITEM, "dwd_order_item.dlq"));
        assertThat(TableSettings.of(ORDER_ITEM).indexes()).isEmpty();
        assertThat(TableSettings.of(ORDER_ITEM).totals()).isEmpty();
    }

    @Test
    void methods_giveANewTableEach() {
        TableSettings plain = TableSettings.of(ORDER_ITEM);

        TableSettings table = plain.deadLetterTopic("dead")
                .index("by_user", "user_id")
                .index("by_time", "update_time", "sku_id")
                .total("rows", count())
                .total("amount_by_status", sum("amount"), groupBy("order_status"))
                .total("a", min("amount"), groupBy("order_status", "sku_id"))
                .total("b", max("amount"), groupBy(minute("update_time")))
                .total("c", top(10, "amount"), groupBy(column("order_status"), day("update_time")));

        assertThat(plain).isEqualTo(TableSettings.of(ORDER_ITEM));
        assertThat(table.deadLetters()).isEqualTo(new DeadLetters.Topic("dead"));
        assertThat(table.indexes())
                .containsExactly(
                        new IndexSettings("by_user", List.of("user_id")),
                        new IndexSettings("by_time", List.of("update_time", "sku_id")));
        assertThat(table.totals())
                .extracting(TotalSettings::toString)
                .containsExactly(
                        "TotalSettings[name=rows, measure=count(), groupBy=[]]",
                        "TotalSettings[name=amount_by_status, measure=sum(amount), groupBy=[order_status]]",
                        "TotalSettings[name=a, measure=min(amount), groupBy=[order_status, sku_id]]",
                        "TotalSettings[name=b, measure=max(amount), groupBy=[minute(update_time)]]",
                        "TotalSettings[name=c, measure=top(10, amount), groupBy=[order_status, day(update_time)]]");
    }

    @Test
    void deadLetterFiles_keepTheRestOfTheTable() {
        TableSettings table = TABLE.index("by_user", "user_id");

        assertThat(table.deadLetterFiles(Path.of("letters")))
                .isEqualTo(table.deadLetters(new DeadLetters.Files(Path.of("letters"))))
                .extracting(TableSettings::indexes)
                .isEqualTo(table.indexes());
    }

    @Test
    void toString_ofADayOfAZone_namesIt() {
        assertThat(day("t", SHANGHAI)).hasToString("day(t, Asia/Shanghai)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "by-user", "by user", "über", "a.b"})
    void new_nameOfOtherSigns_isRefused(String name) {
        assertRefused(
                () -> TABLE.index(name, "user_id"), "index: " + name + " (expected: 1 .. 60 letters, digits or _)");
        assertRefused(() -> TABLE.total(name, count()), "total: " + name + " (expected: 1 .. 60 letters, digits or _)");
    }

    @Test
    void new_nameOfMoreThan60Signs_isRefused() {
        assertThat(TABLE.index("i".repeat(60), "user_id").indexes()).hasSize(1);
        assertRefused(
                () -> TABLE.index("i".repeat(61), "user_id"),
                "index: " + "i".repeat(61) + " (expected: 1 .. 60 letters, digits or _)");
    }

    @Test
    void index_withoutColumns_isRefused() {
        assertRefused(() -> TABLE.index("by_user"), "index by_user: no columns (expected: at least one)");
    }

    @Test
    void index_columnTwice_isRefused() {
        assertRefused(
                () -> TABLE.index("by_user", "user_id", "sku_id", "user_id"),
                "index by_user: column user_id twice (expected: each column once)");
    }

    @Test
    void new_nameTwice_isRefused() {
        String message = "indexes and totals of dwd_order_item: x twice (expected: each name once)";
        TableSettings table = TABLE.index("x", "user_id");

        assertRefused(() -> table.index("x", "sku_id"), message);
        assertRefused(() -> table.total("x", count()), message);
        assertRefused(() -> TABLE.total("x", count()).total("x", sum("amount")), message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_001})
    void top_rowsOutOfRange_areRefused(int rows) {
        assertRefused(() -> top(rows, "amount"), "rows of top: " + rows + " (expected: 1 .. 1000)");
    }

    @Test
    void total_groupingTwice_isRefused() {
        assertRefused(
                () -> TABLE.total("t", count(), groupBy(day("update_time"), column("sku_id"), day("update_time"))),
                "total t: grouping by day(update_time) twice (expected: each grouping once)");
        assertThat(TABLE.total("t", count(), groupBy(day("update_time"), minute("update_time"), column("update_time")))
                        .totals())
                .hasSize(1);
    }
}
