package io.keyfold.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnValuesTest {

    private static final ColumnValues ROW = row();

    private static ColumnValues row() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("order_id", "A1001");
        values.put("quantity", 2);
        values.put("amount", new BigDecimal("10.50"));
        values.put("paid", true);
        values.put("day", LocalDate.of(2024, 1, 15));
        values.put("lines", Arrays.asList(1, null));
        values.put("tags", Map.of("a", 1));
        values.put("address", ColumnValues.of(Map.of("city", "上海")));
        values.put("note", null);
        return ColumnValues.of(values);
    }

    @Test
    void values_areReadByNameAndType() {
        assertThat(ROW.text("order_id")).contains("A1001");
        assertThat(ROW.integer("quantity")).contains(2L);
        assertThat(ROW.decimal("amount")).contains(new BigDecimal("10.50"));
        assertThat(ROW.decimal("quantity")).contains(new BigDecimal("2"));
        assertThat(ROW.bool("paid")).contains(true);
        assertThat(ROW.get("day", LocalDate.class)).contains(LocalDate.of(2024, 1, 15));
        assertThat(ROW.list("lines").orElseThrow()).containsExactly(1, null);
        assertThat(ROW.map("tags").orElseThrow()).containsEntry("a", 1);
        assertThat(ROW.row("address").flatMap(address -> address.text("city"))).contains("上海");
    }

    @Test
    void null_isThereAndEmpty() {
        assertThat(ROW.get("note")).isEmpty();
        assertThat(ROW.text("note")).isEmpty();
        assertThat(ROW.integer("note")).isEmpty();
        assertThat(ROW.names()).endsWith("note");
        assertThat(ROW.asMap()).containsEntry("note", null);
    }

    @Test
    void get_unknownName_isRefusedWithThoseThatThereAre() {
        ColumnValues row = ColumnValues.of(Map.of("a", 1));

        assertThatThrownBy(() -> row.get("b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name: b (expected: one of [a])");
        assertThatThrownBy(() -> row.text("b")).hasMessage("name: b (expected: one of [a])");
    }

    @Test
    void get_anotherType_isRefusedWithTheOneThatItHas() {
        assertThatThrownBy(() -> ROW.text("quantity"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("type of quantity: String (expected: Integer)");
        assertThatThrownBy(() -> ROW.integer("amount")).hasMessage("type of amount: an integer (expected: BigDecimal)");
        assertThatThrownBy(() -> ROW.decimal("order_id"))
                .hasMessage("type of order_id: an exact number (expected: String)");
        assertThatThrownBy(() -> ROW.row("lines")).hasMessage("type of lines: ColumnValues (expected: List)");
    }

    @Test
    void asMap_isReadOnlyAndNoOnesElse() {
        Map<String, Object> given = new LinkedHashMap<>(Map.of("a", 1));
        ColumnValues row = ColumnValues.of(given);

        given.put("a", 2);

        assertThat(row.integer("a")).contains(1L);
        assertThatThrownBy(() -> row.asMap().put("b", 1)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void equals_isByNamesInOrderAndValues() {
        ColumnValues swapped = ColumnValues.of(new LinkedHashMap<>(Map.of("a", 1)));

        assertThat(row()).isEqualTo(ROW).hasSameHashCodeAs(ROW);
        assertThat(swapped).isEqualTo(ColumnValues.of(Map.of("a", 1))).isNotEqualTo(ColumnValues.of(Map.of("a", 1L)));
        assertThat(ofTwo("a", "b")).isNotEqualTo(ofTwo("b", "a"));
    }

    private static ColumnValues ofTwo(String first, String second) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : List.of(first, second)) {
            values.put(name, 1);
        }
        return ColumnValues.of(values);
    }

    @Test
    void toString_tellsNamesAndNoContents() {
        assertThat(ROW).hasToString("ColumnValues[order_id, quantity, amount, paid, day, lines, tags, address, note]");
    }
}
