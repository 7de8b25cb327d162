package io.keyfold.risk.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.RecordReader;
import io.keyfold.codec.ValueCodec;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class AlertTest {

    private static final TableContract CONTRACT = TableContracts.named("risk_alert");
    private static final ValueCodec CODEC = ValueCodec.of(CONTRACT);
    private static final Instant OPENED = Instant.parse("2026-03-01T10:00:00.123456789Z");
    private static final Instant UPDATED = Instant.parse("2026-03-01T10:05:00Z");
    private static final List<ItemKey> ITEMS = List.of(new ItemKey("A2", "I01"), new ItemKey("A1", "I02"));

    private static Alert alert(
            String severity, String why, String value, String limit, List<ItemKey> items, long count, boolean stale) {
        return new Alert(
                "用户7",
                "open-amount",
                severity,
                why,
                new BigDecimal(value),
                new BigDecimal(limit),
                items,
                count,
                OPENED,
                UPDATED,
                stale,
                new TreeMap<>(Map.of(2, 41L, 0, 7L)));
    }

    private static Alert alert() {
        return alert("high", "Too much.", "51234.5", "5E+4", ITEMS, 31, false);
    }

    private static byte[] encoded(Alert alert) {
        return CODEC.encode(alert.toRow().asMap());
    }

    @Test
    void toRow_encoded_isWhatFlinkWouldWrite() {
        assertThat(new String(encoded(alert()), UTF_8))
                .isEqualTo(
                        "{\"user_id\":\"用户7\",\"rule_id\":\"open-amount\",\"severity\":\"high\",\"why\":\"Too much.\","
                                + "\"breach_value\":51234.5,\"limit_value\":5E+4,"
                                + "\"order_items\":[{\"order_id\":\"A1\",\"item_id\":\"I02\"},{\"order_id\":\"A2\",\"item_id\":\"I01\"}],"
                                + "\"item_count\":31,\"opened_at\":\"2026-03-01 10:00:00.123Z\",\"updated_at\":\"2026-03-01 10:05:00Z\","
                                + "\"stale\":false,\"as_of\":[{\"partition\":0,\"position\":7},{\"partition\":2,\"position\":41}]}");
    }

    @Test
    void toAlert_rowThatWasWritten_isTheAlert() {
        RowKey key = RowKey.of("用户7", "open-amount");
        DecodedValue.Upsert value = (DecodedValue.Upsert) CODEC.decode(key, encoded(alert()));

        AlertRow row = RecordReader.of(CONTRACT, AlertRow.class)
                .read(new Row<>(
                        key, value.json(), new RecordPosition("risk_alert", 0, 0), Optional.empty(), Optional.empty()))
                .value();

        assertThat(row.toAlert()).isEqualTo(alert());
    }

    @Test
    void new_moreThanTheTableHolds_isRoundedToIt() {
        Alert alert = alert("high", "Too much.", "0.33335", "0.33334", List.of(), 0, false);

        assertThat(alert.value()).isEqualTo("0.3334");
        assertThat(alert.limit()).isEqualTo("0.3333");
        assertThat(alert.openedAt()).isEqualTo("2026-03-01T10:00:00.123Z");
    }

    @Test
    void new_itemsInAnyOrder_areInKeyOrder() {
        assertThat(alert().items()).containsExactly(new ItemKey("A1", "I02"), new ItemKey("A2", "I01"));
    }

    @Test
    void new_moreItemsThanAreListed_isRefused() {
        List<ItemKey> many =
                IntStream.range(0, 21).mapToObj(i -> new ItemKey("A1", "I" + i)).toList();

        assertThatThrownBy(() -> alert("high", "Too much.", "2", "1", many, 21, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("items: 21 (expected: at most 20 of 21)");
        assertThatThrownBy(() -> alert("high", "Too much.", "2", "1", ITEMS, 1, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("items: 2 (expected: at most 20 of 1)");
    }

    @Test
    void saysTheSame_otherTimesAndPositions_isTrue() {
        Alert later = new Alert(
                "用户7",
                "open-amount",
                "high",
                "Too much.",
                new BigDecimal("51234.50"),
                new BigDecimal("50000.00"),
                ITEMS,
                31,
                OPENED.plusSeconds(1),
                UPDATED.plusSeconds(1),
                false,
                new TreeMap<>(Map.of(0, 8L)));

        assertThat(alert().saysTheSame(later)).isTrue();
        assertThat(alert()).isNotEqualTo(later);
    }

    static List<Alert> others() {
        return List.of(
                alert("low", "Too much.", "51234.5", "5E+4", ITEMS, 31, false),
                alert("high", "Much too much.", "51234.5", "5E+4", ITEMS, 31, false),
                alert("high", "Too much.", "51234.51", "5E+4", ITEMS, 31, false),
                alert("high", "Too much.", "51234.5", "5E+3", ITEMS, 31, false),
                alert("high", "Too much.", "51234.5", "5E+4", ITEMS.subList(0, 1), 31, false),
                alert("high", "Too much.", "51234.5", "5E+4", ITEMS, 32, false),
                alert("high", "Too much.", "51234.5", "5E+4", ITEMS, 31, true));
    }

    @ParameterizedTest
    @MethodSource("others")
    void saysTheSame_anythingElse_isFalse(Alert other) {
        assertThat(alert().saysTheSame(other)).isFalse();
    }

    @Test
    void toString_alert_doesNotSayWhom() {
        assertThat(alert()).hasToString("Alert[open-amount]");
    }
}
