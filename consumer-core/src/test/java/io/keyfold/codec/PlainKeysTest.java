package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.schemas.SqlType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainKeysTest {

    private static final int ROUNDS = 200_000;
    private static final String[] TYPES = {
        "STRING",
        "VARCHAR(5)",
        "CHAR(3)",
        "TINYINT",
        "SMALLINT",
        "INT",
        "BIGINT",
        "BOOLEAN",
        "DECIMAL(10, 2)",
        "DATE",
        "BYTES",
        "ARRAY<INT>",
        "ROW<a INT, b STRING>"
    };

    /** White space in front keeps a key what it is, and is nothing that Flink writes: the parser reads it. */
    private static DecodedKey parsed(KeyCodec codec, byte[] json) {
        byte[] spaced = new byte[json.length + 1];
        spaced[0] = ' ';
        System.arraycopy(json, 0, spaced, 1, json.length);
        return codec.decode(spaced);
    }

    @Test
    void decode_anyBytes_isWhatTheParserSays() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("PlainKeysTest seed " + seed);
        Random random = new Random(seed);
        HostileJson hostile = new HostileJson(random);
        int own = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String[] types = new String[1 + random.nextInt(3)];
            for (int i = 0; i < types.length; i++) {
                types[i] = TYPES[random.nextInt(TYPES.length)];
            }
            KeyCodec codec = KeyCodecTest.keyOf(types);
            Map<String, String> usual = new LinkedHashMap<>();
            for (int i = 0; i < types.length; i++) {
                usual.put("k" + i, hostile.near(SqlType.parse(types[i])));
            }
            byte[] json = hostile.object(usual);
            String what = "seed %s round %s: %s as %s".formatted(seed, round, new String(json, UTF_8), List.of(types));

            DecodedKey decoded = codec.decode(json);
            DecodedKey parsed = parsed(codec, json);

            if (!(decoded instanceof DecodedKey.Good good)) {
                assertThat(parsed).as(what).isInstanceOf(DecodedKey.Bad.class);
                continue;
            }
            DecodedKey.Good expected = (DecodedKey.Good) parsed;
            assertThat(good.key()).as(what).isEqualTo(expected.key());
            assertThat(good.storageKey()).as(what).isEqualTo(codec.storageKey(expected.key()));
            assertThat(good.routingKey()).as(what).isEqualTo(codec.routingKey(expected.key()));
            own += good.routingKey() == json ? 1 : 0;
        }
        assertThat(own).as("seed %s: read without the parser", seed).isGreaterThan(ROUNDS / 100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "STRING | \"A1001\"",
                "STRING | \"\"",
                "VARCHAR(5) | \"A1001\"",
                "CHAR(3) | \"abc\"",
                "TINYINT | -128",
                "INT | 0",
                "BIGINT | 999999999999999999",
            })
    void decode_plainKeyAsFlinkWritesIt_keepsItsBytes(String type, String value) {
        byte[] json = ("{\"k0\":" + value + "}").getBytes(UTF_8);

        DecodedKey.Good decoded = (DecodedKey.Good) KeyCodecTest.keyOf(type).decode(json);

        assertThat(decoded.routingKey()).isSameAs(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"k0\": 7}", "{\"k0\":7,\"x\":1}", " {\"k0\":7}", "{\"k0\":7} ", "{\"\\u006b0\":7}"})
    void decode_keyThatFlinkWouldSpellOtherwise_hasFlinksBytes(String json) {
        DecodedKey.Good decoded = (DecodedKey.Good) KeyCodecTest.keyOf("INT").decode(json.getBytes(UTF_8));

        assertThat(new String(decoded.routingKey(), UTF_8)).isEqualTo("{\"k0\":7}");
    }
}
