package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows of nested types as records within records, checked before the first is read. */
@SuppressWarnings({"ArrayRecordComponent", "UnusedMethod"}) // what users may write; called by reflection
class RecordReaderTest {

    private static final String LINES = "ARRAY<ROW<sku_id STRING, price DECIMAL(10, 2) NOT NULL, pieces INT NOT NULL>>";
    private static final TableContract CONTRACT =
            TypedTable.of("ROW<city STRING, geo ROW<x DOUBLE, y DOUBLE>>", LINES, "MAP<STRING, ARRAY<BYTES>>", "BYTES");
    private static final String JSON = "{\"c0\":{\"city\":\"上海\",\"geo\":{\"x\":1.5,\"y\":null}},"
            + "\"c1\":[{\"sku_id\":\"S1\",\"price\":1E+1,\"pieces\":3},null],\"c2\":{\"b\":[\"AAH/\",null],\"a\":null},"
            + "\"c3\":\"AA==\",\"k1\":7,\"k0\":\"A\"}";

    record Order(String k0, @Nullable Address c0, List<@Nullable Line> c1, Map<String, List<byte[]>> c2, byte[] c3) {}

    record Address(String city, Geo geo) {}

    record Geo(@Nullable Double x, @Nullable Double y) {}

    record Line(String skuId, BigDecimal price, int pieces) {}

    record Wide(
            ColumnValues c0,
            Collection<? extends ColumnValues> c1,
            Map<String, List<@Nullable Binary>> c2,
            Binary c3) {}

    private static <T extends Record> T read(Class<T> type) {
        return read(CONTRACT, type, JSON);
    }

    private static <T extends Record> T read(TableContract contract, Class<T> type, String json) {
        return RecordReader.of(contract, type)
                .read(new Row<>(
                        RowKey.of("A", 7L),
                        new RowJson(json.getBytes(UTF_8)),
                        new RecordPosition("t", 3, 1842),
                        Optional.empty(),
                        Optional.empty()))
                .value();
    }

    private static void assertRefused(Class<? extends Record> type, String message) {
        assertThatThrownBy(() -> RecordReader.of(CONTRACT, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void read_nestedRecords_areBoundAtAnyDepth() {
        Order order = read(Order.class);

        assertThat(order.k0()).isEqualTo("A");
        assertThat(order.c0()).isEqualTo(new Address("上海", new Geo(1.5, null)));
        assertThat(order.c1()).isEqualTo(Arrays.asList(new Line("S1", new BigDecimal("10.00"), 3), null));
        assertThat(order.c2().keySet()).containsExactly("b", "a");
        assertThat(order.c2().get("b")).containsExactly(new byte[] {0, 1, -1}, null);
        assertThat(order.c3()).isEqualTo(new byte[] {0});
    }

    @Test
    void read_listsAndMaps_areUnmodifiable() {
        Order order = read(Order.class);

        assertThatThrownBy(() -> order.c1().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> order.c2().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void read_widerTypes_areGivenTheValuesAsTheyAre() {
        Wide wide = read(Wide.class);

        assertThat(wide.c0().text("city")).contains("上海");
        assertThat(wide.c1()).hasSize(2);
        assertThat(wide.c2().get("b")).isEqualTo(Arrays.asList(Binary.of(new byte[] {0, 1, -1}), null));
        assertThat(wide.c3()).isEqualTo(Binary.of(new byte[] {0}));
    }

    @Test
    void read_rawTypes_areGivenTheValuesAsTheyAre() {
        record Any(Object c0, List<?> c1, Map<String, Object> c2, Object c3) {}

        assertThat(read(Any.class).c1()).hasSize(2);
        assertThat(read(Any.class).c0()).isInstanceOf(ColumnValues.class);
    }

    @Test
    void of_fieldOfAnotherType_isRefusedByItsPath() {
        record Price(Double price) {}
        record Wrong(List<Price> c1) {}

        assertRefused(
                Wrong.class,
                "type: Wrong.c1.element.price is a Double (expected: BigDecimal for c1.element.price DECIMAL(10, 2) NOT NULL)");
    }

    @Test
    void of_componentWithoutAField_isRefusedByItsPath() {
        record Where(String street) {}
        record Wrong(Where c0) {}

        assertRefused(Wrong.class, "type: Wrong.c0.street has no column in c0 (expected: one of [city, geo])");
    }

    @Test
    void of_primitiveForANullableField_isRefusedByItsPath() {
        record Point(double x) {}
        record Where(Point geo) {}
        record Wrong(Where c0) {}

        assertRefused(Wrong.class, "type: Wrong.c0.geo.x is a double (expected: Double, for c0.geo.x is nullable)");
    }

    @Test
    void of_otherThanTheTypesOfANestedColumn_isRefused() {
        record SetOfLines(Set<Line> c1) {}
        record ArrayOfLines(Line[] c1) {}
        record IntegerKeys(Map<Integer, List<byte[]>> c2) {}
        record Text(String c0) {}
        record Bytes(String c3) {}
        record Listed(List<Line> c0) {}

        assertRefused(
                SetOfLines.class,
                "type: SetOfLines.c1 is a Set<…> (expected: List of its elements for c1 " + LINES + ")");
        assertRefused(
                ArrayOfLines.class,
                "type: ArrayOfLines.c1 is a Line[] (expected: List of its elements for c1 " + LINES + ")");
        assertRefused(IntegerKeys.class, "type: IntegerKeys.c2.key is a Integer (expected: String for c2.key STRING)");
        assertRefused(
                Text.class,
                "type: Text.c0 is a String (expected: record or ColumnValues for c0 ROW<city STRING, geo ROW<x DOUBLE, y DOUBLE>>)");
        assertRefused(Bytes.class, "type: Bytes.c3 is a String (expected: byte[] or Binary for c3 BYTES)");
        assertRefused(
                Listed.class,
                "type: Listed.c0 is a List<…> (expected: record or ColumnValues for c0 ROW<city STRING, geo ROW<x DOUBLE, y DOUBLE>>)");
    }

    @Test
    void read_constructorWithinThatRefuses_isAFaultWithThePosition() {
        record Picky(String city) {
            Picky {
                throw new IllegalStateException("no city is good enough");
            }
        }
        record PickyOrder(Picky c0) {}

        assertThatThrownBy(() -> read(PickyOrder.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read t-3@1842 into PickyOrder: its constructor refuses the row")
                .hasRootCauseMessage("no city is good enough");
    }
}
