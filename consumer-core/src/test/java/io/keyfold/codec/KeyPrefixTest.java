package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A key prefix, as in recording case1f: key fields and value columns of one name are not the same column. */
class KeyPrefixTest {

    private static final TableContract CONTRACT = new TableContract(
            "t",
            "t",
            List.of("k_order_id", "k_line"),
            "k_",
            ValueFields.EXCEPT_KEY,
            JsonOptions.FLINK_DEFAULTS,
            JsonOptions.FLINK_DEFAULTS,
            List.of(
                    column("k_order_id", "STRING"),
                    column("k_line", "INT"),
                    column("order_id", "STRING"),
                    column("line", "INT")),
            LenientOptions.NONE,
            TopicRequirements.KAFKA_DEFAULTS);
    private static final KeyCodec KEYS = KeyCodec.of(CONTRACT);
    private static final RowKey KEY = RowKey.of("A1", 2);
    private static final byte[] JSON = "{\"order_id\":\"B7\",\"line\":9}".getBytes(UTF_8);

    /** What is read of a row. */
    record Both(String kOrderId, int kLine, String orderId, Integer line) {}

    private static Column column(String name, String type) {
        return new Column(name, SqlType.parse(type), !name.startsWith("k_"), false);
    }

    private static BadRecord bad(String json) {
        return ((DecodedKey.Bad) KEYS.decode(json.getBytes(UTF_8))).why();
    }

    @Test
    void routingKey_hasNoPrefix() {
        assertThat(new String(KEYS.routingKey(KEY), UTF_8)).isEqualTo("{\"order_id\":\"A1\",\"line\":2}");
    }

    @Test
    void decode_keyAsFlinkWritesIt_keepsItsBytes() {
        byte[] json = "{\"order_id\":\"A1\",\"line\":2}".getBytes(UTF_8);

        DecodedKey.Good decoded = (DecodedKey.Good) KEYS.decode(json);

        assertThat(decoded.key()).isEqualTo(KEY);
        assertThat(decoded.routingKey()).isSameAs(json);
    }

    @Test
    void decode_badKey_namesColumnsWithThePrefixAndFieldsWithout() {
        assertThat(bad("{\"k_order_id\":\"A1\",\"line\":2}").detail())
                .isEqualTo("key column k_order_id missing (has: [line])");
        assertThat(bad("{\"order_id\":null,\"line\":2}").detail()).isEqualTo("key column k_order_id is null");
        assertThat(bad("{\"order_id\":\"A1\",\"line\":\"x\"}").detail())
                .isEqualTo("key column k_line not representable as INT: a text");
        assertThat(bad("{\"line\":1,\"line\":2}").detail()).isEqualTo("field line stands twice");
        assertThatThrownBy(() -> KEYS.storageKey(RowKey.of("A1", "2")))
                .hasMessage("column k_line: a String (expected: a Integer for INT)");
    }

    @Test
    void value_columnsOfTheKeysFieldNames_areOthers() {
        Row<RowJson> row =
                new Row<>(KEY, new RowJson(JSON), new RecordPosition("t", 0, 0), Optional.empty(), Optional.empty());

        assertThat(ValueCodec.of(CONTRACT).decode(KEY, JSON)).isInstanceOf(DecodedValue.Upsert.class);
        assertThat(RecordReader.of(CONTRACT, Both.class).read(row).value()).isEqualTo(new Both("A1", 2, "B7", 9));
        assertThat(RowFormat.of(CONTRACT).json(row))
                .isEqualTo("{\"k_order_id\":\"A1\",\"k_line\":2,\"order_id\":\"B7\",\"line\":9}");
        assertThat(RowFormat.of(CONTRACT).keyJson(KEY)).isEqualTo("{\"k_order_id\":\"A1\",\"k_line\":2}");
    }
}
