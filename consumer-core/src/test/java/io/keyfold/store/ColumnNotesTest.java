package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.RowShape.Difference;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class ColumnNotesTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");

    private final ValueCodec values = ValueCodec.of(CONTRACT);
    private final ColumnNotes notes = new ColumnNotes(CONTRACT);

    private static RecordPosition at(long offset) {
        return new RecordPosition("dwd_order_item", 1, offset);
    }

    private void read(long offset, String rest) {
        String json = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"" + rest + "}";
        DecodedValue value = values.decode(RowKey.of("A1001", "I02"), json.getBytes(UTF_8));
        notes.note(((DecodedValue.Upsert) value).shape(), at(offset));
    }

    private static final String WHOLE = ",\"user_id\":\"U7\",\"sku_id\":\"S9\",\"quantity\":5,\"amount\":10.00,"
            + "\"order_status\":\"PAID\",\"update_time\":\"2024-01-15 10:40:00\"";

    @Test
    void note_wholeRow_isNothing() {
        read(0, WHOLE);

        assertThat(notes.all()).isEmpty();
    }

    /** UC-14: an absent column and one that is null are told apart, and counted. */
    @Test
    void note_absentAndNullColumns_areCountedApart() {
        read(1, ",\"order_status\":\"SHIPPED\"");
        read(2, ",\"order_status\":\"DONE\",\"amount\":null");

        assertThat(notes.all())
                .extracting(ColumnNote::column, ColumnNote::difference, ColumnNote::records, ColumnNote::first)
                .containsExactly(
                        Tuple.tuple("user_id", Difference.ABSENT, 2L, at(1)),
                        Tuple.tuple("sku_id", Difference.ABSENT, 2L, at(1)),
                        Tuple.tuple("quantity", Difference.ABSENT, 2L, at(1)),
                        Tuple.tuple("amount", Difference.ABSENT, 1L, at(1)),
                        Tuple.tuple("amount", Difference.NULL, 1L, at(2)),
                        Tuple.tuple("update_time", Difference.ABSENT, 2L, at(1)));
    }

    /** UC-18: a new column is named, with the first record that has it. */
    @Test
    void note_undeclaredField_isNamed() {
        read(1, WHOLE + ",\"coupon_id\":\"K5\"");
        read(2, WHOLE + ",\"coupon_id\":\"K6\"");

        assertThat(notes.all())
                .extracting(ColumnNote::column, ColumnNote::difference, ColumnNote::records, ColumnNote::first)
                .containsExactly(Tuple.tuple("coupon_id", Difference.UNDECLARED, 2L, at(1)));
    }

    @Test
    void note_everNewFields_areNamedUpToABound() {
        for (int i = 0; i < 1_000; i++) {
            read(i, WHOLE + ",\"" + "x".repeat(200) + i + "\":1,\"y" + i + "\":1");
        }

        assertThat(notes.all()).hasSizeLessThanOrEqualTo(100);
        assertThat(notes.all()).allMatch(note -> note.column().length() <= 101);
    }
}
