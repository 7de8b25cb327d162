package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.ValueFields;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowValuesTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final byte[] STORAGE_KEY = KeyCodec.of(ORDER_ITEM).storageKey(KEY);
    private static final RecordPosition POSITION = new RecordPosition("t", 3, 1842);
    private static final Optional<RowMark> MARK =
            Optional.of(new RowMark(new RecordPosition("t", 3, 1900), "列 missing".repeat(30)));
    private static final String JSON = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":\"中\\uD83D\\uDE00\","
            + "\"sku_id\":null,\"more\":{\"quantity\":[7,{}]},\"quantity\":-2,\"amount\":1E+2,"
            + "\"update_time\":\"2024-01-15 10:30:00.123\"}";

    private static StoredRow row(String json) {
        return new StoredRow(
                Optional.of(new RowJson(json.getBytes(UTF_8))),
                POSITION,
                Optional.of(Instant.ofEpochMilli(1)),
                Optional.empty());
    }

    private static byte[] bytes(StoredRow row) {
        return new StoredRowCodec("t").encode(row);
    }

    private static byte[] markAlone() {
        return bytes(new StoredRow(Optional.empty(), POSITION, Optional.empty(), MARK));
    }

    @Test
    void read_row_isTheContractsColumnsInItsOrder() {
        assertThat(RowValues.of(ORDER_ITEM).read(STORAGE_KEY, bytes(row(JSON))))
                .containsExactly(
                        "A1001",
                        "I02",
                        "中\uD83D\uDE00",
                        null,
                        -2,
                        new BigDecimal("100.00"),
                        null,
                        LocalDateTime.of(2024, 1, 15, 10, 30, 0, 123_000_000));
    }

    @Test
    void read_row_isWhatTheValueCodecReads() {
        assertThat(RowValues.of(ORDER_ITEM).read(STORAGE_KEY, bytes(row(JSON))))
                .isEqualTo(ValueCodec.of(ORDER_ITEM).read(KEY, new RowJson(JSON.getBytes(UTF_8))));
    }

    @Test
    void read_markedRowAndForeignRow_areReadAsAnyOther() {
        RowValues values = RowValues.of(ORDER_ITEM);

        assertThat(values.read(
                        STORAGE_KEY,
                        bytes(row(JSON).withMark(MARK.orElseThrow()).in(Place.FOREIGN))))
                .isEqualTo(values.read(STORAGE_KEY, bytes(row(JSON))));
    }

    @Test
    void read_markAlone_isNoRow() {
        assertThat(RowValues.of(ORDER_ITEM).read(STORAGE_KEY, markAlone())).isNull();
    }

    @Test
    void read_valueWithoutTheKey_takesItFromTheStorageKey() {
        TableContract contract = TypedTable.of(ValueFields.EXCEPT_KEY, List.of("INT"));
        byte[] key = KeyCodec.of(contract).storageKey(RowKey.of("A\0B", -5L));

        assertThat(RowValues.of(contract).read(key, bytes(row("{\"c0\":3,\"k1\":\"not the key\"}"))))
                .containsExactly(3, -5L, "A\0B");
        assertThat(RowValues.of(contract, Set.of("k1")).read(key, bytes(row("{\"c0\":3}"))))
                .containsExactly(null, -5L, null);
    }

    @Test
    void read_someColumns_leavesTheOthersNull() {
        assertThat(RowValues.of(ORDER_ITEM, Set.of("quantity", "item_id")).read(STORAGE_KEY, bytes(row(JSON))))
                .containsExactly(null, "I02", null, null, -2, null, null, null);
    }

    @Test
    void read_rowThatDoesNotFit_isAFault() {
        RowValues values = RowValues.of(ORDER_ITEM);

        assertThatThrownBy(() -> values.read(STORAGE_KEY, bytes(row("{\"quantity\":\"two\"}"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read a row of dwd_order_item: column quantity not representable as INT: a text");
        assertThatThrownBy(() -> values.read(STORAGE_KEY, bytes(row("{\"quantity\":2"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Cannot read a row of dwd_order_item: not valid JSON");
    }

    @Test
    void isSameRow_sameJsonInAnotherRecord_isTheSame() {
        StoredRow elsewhere = new StoredRow(row(JSON).json(), new RecordPosition("t", 0, 1), Optional.empty(), MARK);

        assertThat(RowValues.isSameRow(bytes(row(JSON)), bytes(elsewhere))).isTrue();
        assertThat(RowValues.isSameRow(bytes(row(JSON)), bytes(row(JSON.replace('7', '8')))))
                .isFalse();
        assertThat(RowValues.isSameRow(bytes(row(JSON)), bytes(row(JSON + " "))))
                .isFalse();
    }

    @Test
    void isSameRow_nothingAndAMarkAlone_areBothNoRow() {
        assertThat(RowValues.isSameRow(null, null)).isTrue();
        assertThat(RowValues.isSameRow(null, markAlone())).isTrue();
        assertThat(RowValues.isSameRow(markAlone(), markAlone())).isTrue();
        assertThat(RowValues.isSameRow(bytes(row(JSON)), null)).isFalse();
        assertThat(RowValues.isSameRow(markAlone(), bytes(row(JSON)))).isFalse();
    }
}
