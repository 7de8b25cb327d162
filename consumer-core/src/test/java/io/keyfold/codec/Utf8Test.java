package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {

    private static final int ROUNDS = 1_000_000;
    private static final int[] EDGES = {
        0x00, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    private static int jdk(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean isError = UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(in, CharBuffer.allocate(bytes.length), true)
                .isError();
        return isError ? in.position() : -1;
    }

    @Test
    void firstInvalid_anyBytes_isWhereTheJdksDecoderStops() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("Utf8Test seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(8)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) EDGES[random.nextInt(EDGES.length)];
            }
            assertThat(Utf8.firstInvalid(bytes))
                    .as("seed %s: %s", seed, HexFormat.of().formatHex(bytes))
                    .isEqualTo(jdk(bytes));
        }
    }

    @Test
    void isPlain_anyBytes_isAsciiWithoutBackslash() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("Utf8Test seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            boolean plain = true;
            int from = Math.min(bytes.length, random.nextInt(9));
            for (int i = 0; i < bytes.length; i++) {
                int edge = EDGES[random.nextInt(random.nextInt(3) == 0 ? EDGES.length : 3)];
                bytes[i] = (byte) (edge == 0x5C && random.nextBoolean() ? 0x5D : edge);
                plain &= i < from || (bytes[i] >= 0 && bytes[i] != '\\');
            }
            assertThat(new JsonBytes(bytes, from, bytes.length - from).isPlain())
                    .as("seed %s: %s", seed, HexFormat.of().formatHex(bytes))
                    .isEqualTo(plain);
        }
    }
}
