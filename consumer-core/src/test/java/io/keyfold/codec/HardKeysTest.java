package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of real cases, as far as a codec alone can show them. */
class HardKeysTest {

    private static final TableContract BATCH_PRICE = TypedKeys.of("DECIMAL(10, 2)", "STRING");
    private static final TableContract TICKET = TypedKeys.of("BIGINT");
    private static final KeyCodec ORDER_ITEM = KeyCodec.of(TableContracts.named("dwd_order_item"));

    private static DecodedKey.Good good(TableContract contract, String json) {
        return (DecodedKey.Good) KeyCodec.of(contract).decode(json.getBytes(UTF_8));
    }

    private static BadRecord bad(TableContract contract, String json) {
        return ((DecodedKey.Bad) KeyCodec.of(contract).decode(json.getBytes(UTF_8))).why();
    }

    /** UC-03. */
    @ParameterizedTest
    @ValueSource(strings = {"1E+1", "10", "10.00", "10.0", "1E1"})
    void decimalKey_everySpelling_isOneStorageKeyWithOneText(String spelling) {
        DecodedKey.Good key = good(BATCH_PRICE, "{\"k0\":" + spelling + ",\"k1\":\"I02\"}");

        assertThat(key.key()).isEqualTo(RowKey.of(new BigDecimal("10.00"), "I02"));
        assertThat(key.storageKey())
                .isEqualTo(KeyCodec.of(BATCH_PRICE).storageKey(RowKey.of(new BigDecimal("10.00"), "I02")));
        assertThat(new String(key.routingKey(), UTF_8)).isEqualTo("{\"k0\":1E+1,\"k1\":\"I02\"}");
        assertThat(RowFormat.of(BATCH_PRICE).keyJson(key.key())).isEqualTo("{\"k0\":10.00,\"k1\":\"I02\"}");
    }

    /** UC-04. */
    @Test
    void bigintKey_beyondDoubles_isExact() {
        DecodedKey.Good one = good(TICKET, "{\"k0\":9007199254740993}");
        DecodedKey.Good other = good(TICKET, "{\"k0\":9007199254740992}");

        assertThat(one.storageKey()).isNotEqualTo(other.storageKey());
        assertThat(RowFormat.of(TICKET).keyJson(one.key())).isEqualTo("{\"k0\":9007199254740993}");
        assertThat(RowFormat.of(TICKET).keyJson(other.key())).isEqualTo("{\"k0\":9007199254740992}");
    }

    /** UC-04. */
    @ParameterizedTest
    @CsvSource({
        "999999999999999999999, a number out of range",
        "1001.5, a number with a fraction or an exponent",
        "'\"1001\"', a text; numbers as text are off",
    })
    void bigintKey_thatDoesNotFit_isBadAndSaysWhy(String number, String what) {
        assertThat(bad(TICKET, "{\"k0\":" + number + "}"))
                .isEqualTo(BadRecord.of(Reason.TYPE_MISMATCH, "key column k0 not representable as BIGINT: " + what));
    }

    /** UC-04. */
    @Test
    void bigintKey_asText_isTheSameKeyWhereTheContractSaysSo() {
        TableContract lenient = TICKET.withLenient(new LenientOptions(true, Set.of(), Optional.empty()));

        assertThat(good(lenient, "{\"k0\":\"1001\"}").storageKey())
                .isEqualTo(good(lenient, "{\"k0\":1001}").storageKey());
    }

    /** UC-05. */
    @Test
    void nullKeyColumn_isBadAndAnEmptyTextIsAKey() {
        TableContract contract = TableContracts.named("dwd_order_item");

        assertThat(bad(contract, "{\"order_id\":null,\"item_id\":\"I02\"}"))
                .isEqualTo(BadRecord.of(Reason.NULL_COLUMN, "key column order_id is null"));
        assertThat(good(contract, "{\"order_id\":\"\",\"item_id\":\"I02\"}").key())
                .isEqualTo(RowKey.of("", "I02"));
        assertThat(good(contract, "{\"order_id\":\"null\",\"item_id\":\"I02\"}").key())
                .isEqualTo(RowKey.of("null", "I02"));
    }

    /** UC-27: two keys in GBK, which a lenient decoder would make one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "7b226f726465725f6964223a22d6d0cec4222c226974656d5f6964223a22493032227d",
                "7b226f726465725f6964223a22c9ccc6b7222c226974656d5f6964223a22493032227d"
            })
    void gbkKey_isBadAtItsPlace(String hex) {
        BadRecord bad = ((DecodedKey.Bad) ORDER_ITEM.decode(HexFormat.of().parseHex(hex))).why();

        assertThat(bad).isEqualTo(new BadRecord(Reason.NOT_UTF8, "not valid UTF-8 at byte 13", 13));
    }

    /** UC-29. */
    @Test
    void keyWithAFieldTwice_isBad() {
        BadRecord bad = bad(
                TableContracts.named("dwd_order_item"),
                "{\"order_id\":\"A1001\",\"order_id\":\"A1002\",\"item_id\":\"I02\"}");

        assertThat(bad.reason()).isEqualTo(Reason.DUPLICATE_FIELD);
        assertThat(bad.detail()).isEqualTo("field order_id stands twice");
    }
}
