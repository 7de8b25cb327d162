package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.config.JsonLimits;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** UC-30: limits are settings, and what is beyond one says which. */
class JsonLimitsTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final JsonLimits NARROW = new JsonLimits(3, 20, 30, 60, 200);
    private static final RowKey KEY = RowKey.of("A1001", "I02");

    private static byte[] value(String rest) {
        return ("{\"order_id\":\"A1001\",\"item_id\":\"I02\"" + rest + "}").getBytes(UTF_8);
    }

    private static BadRecord bad(JsonLimits limits, byte[] value) {
        DecodedValue decoded = ValueCodec.of(CONTRACT, limits).decode(KEY, value);
        assertThat(decoded).isInstanceOf(DecodedValue.Bad.class);
        return ((DecodedValue.Bad) decoded).why();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ",\"x\":[[[[]]]] | nesting deeper than 3",
                ",\"x\":123456789012345678901 | number longer than 20",
                ",\"user_id\":\"1234567890123456789012345678901\" | text longer than 30",
            })
    void decode_beyondALimit_saysWhich(String rest, String detail) {
        BadRecord why = bad(NARROW, value(rest));

        assertThat(why.reason()).isEqualTo(Reason.BEYOND_LIMITS);
        assertThat(why.detail()).isEqualTo(detail);
        assertThat(ValueCodec.of(CONTRACT).decode(KEY, value(rest))).isInstanceOf(DecodedValue.Upsert.class);
    }

    @Test
    void decode_valueOfTooManyBytes_saysHowMany() {
        byte[] value = value(" ".repeat(200));

        assertThat(bad(NARROW, value).detail()).isEqualTo(value.length + " bytes (limit: 200)");
    }

    @Test
    void decode_keyOfTooManyBytes_saysHowMany() {
        byte[] key = ("{\"order_id\":\"A1001\",\"item_id\":\"I02\"" + " ".repeat(40) + "}").getBytes(UTF_8);

        DecodedKey.Bad bad = (DecodedKey.Bad) KeyCodec.of(CONTRACT, NARROW).decode(key);

        assertThat(bad.why().reason()).isEqualTo(Reason.BEYOND_LIMITS);
        assertThat(bad.why().detail()).isEqualTo(key.length + " bytes (limit: 60)");
    }

    /** A row that came in under wider limits is read all the same. */
    @Test
    void read_rowBeyondTheLimits_isRead() {
        byte[] deep = value(",\"user_id\":\"U7\",\"x\":" + "[".repeat(3_000) + "]".repeat(3_000));

        Object[] row = ValueCodec.of(CONTRACT, NARROW).read(KEY, new RowJson(deep));

        assertThat(row[2]).isEqualTo("U7");
    }

    @Test
    void limits_thatNoRowCouldKeep_areRefused() {
        assertThatThrownBy(() -> new JsonLimits(0, 20, 1, 1, 1)).hasMessage("depth: 0 (expected: 1 or more)");
        assertThatThrownBy(() -> new JsonLimits(1, 19, 1, 1, 1)).hasMessage("numberLength: 19 (expected: 20 or more)");
    }
}
