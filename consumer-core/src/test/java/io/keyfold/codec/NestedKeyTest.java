package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of every type, of nested ones too. A run's seed is printed; {@code -Dseed=…} gives its values again. */
class NestedKeyTest {

    private static final int KEYS = 400;
    private static final long SEED =
            Long.getLong("seed", ThreadLocalRandom.current().nextLong());

    @BeforeAll
    static void printSeed() {
        System.out.println("NestedKeyTest seed " + SEED);
    }

    static Stream<String> types() {
        return TypedTable.allTypes().stream();
    }

    private static List<RowKey> keys(String type) {
        AnyValue any = new AnyValue(new Random(SEED + type.hashCode()));
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(RowKey.of(any.of(SqlType.parse(type)), any.text(1)));
        }
        return keys;
    }

    private static DecodedKey.Good good(KeyCodec codec, String json) {
        return (DecodedKey.Good) codec.decode(json.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("types")
    void storageKey_anyValues_sortAsTheirTypeColumnByColumn(String type) {
        KeyCodec codec = KeyCodecTest.keyOf(type, "STRING");
        List<RowKey> keys = keys(type);

        List<RowKey> byBytes = new ArrayList<>(keys);
        byBytes.sort(Comparator.comparing(codec::storageKey, Arrays::compareUnsigned));

        Comparator<RowKey> byFirst = Comparator.comparing(key -> key.values().get(0), AnyValue.ORDER);
        keys.sort(byFirst.thenComparing(key -> key.values().get(1), AnyValue.ORDER));
        assertThat(byBytes).as("seed %s", SEED).containsExactlyElementsOf(keys);
    }

    @ParameterizedTest
    @MethodSource("types")
    void key_ofAStorageKey_isTheKey(String type) {
        KeyCodec codec = KeyCodecTest.keyOf(type, "STRING");

        for (RowKey key : keys(type)) {
            assertThat(codec.key(codec.storageKey(key))).as("seed %s", SEED).isEqualTo(key);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void decode_routingKey_isTheKeyWithItsOwnBytes(String type) {
        KeyCodec codec = KeyCodecTest.keyOf(type, "STRING");

        for (RowKey key : keys(type)) {
            byte[] routing = codec.routingKey(key);
            DecodedKey.Good decoded = (DecodedKey.Good) codec.decode(routing);
            assertThat(decoded.key()).as("seed %s", SEED).isEqualTo(key);
            assertThat(decoded.routingKey()).as("seed %s", SEED).isEqualTo(routing);
            assertThat(decoded.storageKey()).as("seed %s", SEED).isEqualTo(codec.storageKey(key));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void storagePrefix_ofAValue_isThatOfItsKeysAlone(String type) {
        KeyCodec codec = KeyCodecTest.keyOf(type, "STRING");
        List<RowKey> keys = keys(type);

        for (RowKey sample : keys.subList(0, 20)) {
            Object value = sample.values().get(0);
            byte[] prefix = codec.storagePrefix(List.of(value));
            for (RowKey key : keys) {
                byte[] bytes = codec.storageKey(key);
                boolean begins =
                        Arrays.equals(bytes, 0, Math.min(prefix.length, bytes.length), prefix, 0, prefix.length);
                assertThat(begins)
                        .as("seed %s", SEED)
                        .isEqualTo(value.equals(key.values().get(0)));
            }
        }
    }

    @Test
    void decode_mapInAnotherOrder_isOneKeyWithOneHome() {
        KeyCodec codec = KeyCodecTest.keyOf("MAP<STRING, INT>");

        DecodedKey.Good one = good(codec, "{\"k0\":{\"z\":26,\"a\":1}}");
        DecodedKey.Good other = good(codec, "{\"k0\":{\"a\":1,\"z\":26}}");

        assertThat(one.key()).isEqualTo(other.key());
        assertThat(one.storageKey()).isEqualTo(other.storageKey());
        assertThat(new String(one.routingKey(), UTF_8)).isEqualTo("{\"k0\":{\"a\":1,\"z\":26}}");
        assertThat(one.routingKey()).isEqualTo(other.routingKey()).isEqualTo(codec.routingKey(one.key()));
    }

    @Test
    void decode_rowOfNulls_isAKey() {
        KeyCodec codec = KeyCodecTest.keyOf("ROW<a INT, b STRING>");
        Map<String, @Nullable Object> nulls = new LinkedHashMap<>();
        nulls.put("a", null);
        nulls.put("b", null);

        DecodedKey.Good decoded = good(codec, "{\"k0\":{\"a\":null,\"b\":null}}");

        assertThat(decoded.key()).isEqualTo(RowKey.of(ColumnValues.of(nulls)));
        assertThat(good(codec, "{\"k0\":{}}").storageKey()).isEqualTo(decoded.storageKey());
    }

    @Test
    void parse_text_isBase64OrJson() {
        KeyCodec codec = KeyCodecTest.keyOf("BYTES", "ARRAY<INT>", "MAP<STRING, INT>", "ROW<a INT>");

        assertThat(codec.parse(List.of("AAH/", " [1, null] ", "{\"a\":1}", "{\"a\":7}")))
                .isEqualTo(List.of(
                        Binary.of(new byte[] {0, 1, -1}),
                        Arrays.asList(1, null),
                        Map.of("a", 1),
                        ColumnValues.of(Map.of("a", 7))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1", "null", "[1", "[1]x", "[1][2]", "[1],\"x\":[2]", "[\"\uD800\"]"})
    void parse_otherText_isRefusedByColumn(String text) {
        KeyCodec codec = KeyCodecTest.keyOf("ARRAY<STRING>");

        assertThatThrownBy(() -> codec.parse(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("column k0");
    }
}
