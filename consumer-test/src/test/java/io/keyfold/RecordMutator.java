package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Damages JSON bytes at random, some of them so that they stay JSON. */
final class RecordMutator {

    private static final String[] HOSTILE = {
        "null",
        "true",
        "0",
        "-0",
        "-1",
        "1.5",
        "1E+2",
        "1E1000000000",
        "-9.9E-2147483647",
        "1e400",
        "9007199254740993",
        "999999999999999999999",
        "0.005",
        "007",
        "\"\"",
        "\"12\"",
        "\"10.50\"",
        "\"NaN\"",
        "\"-Infinity\"",
        "\"BNI=\"",
        "\"AB==\"",
        "\"AAH/\"",
        "\"\\ud800\"",
        "\"\\uD83D\\uDE00\"",
        "\"a\\u0000b\"",
        "\"2024-02-30 10:00:00\"",
        "\"2024-01-15T10:40:00.123+08:00\"",
        "\"2024-01-15 02:40:00Z\"",
        "\"9999-12-31T23:59:59.999999999-18:00\"",
        "\"0001-01-01\"",
        "\"24:00:00\"",
        "{}",
        "[]",
        "[null]",
        "[[],{}]",
        "{\"a\":1,\"a\":1}",
        "{\"a\":null,\"b\":\"x\",\"c\":{\"d\":1}}",
        "{\"\":0,\"z\":26,\"a\":1}",
        "[{\"x\":\"p\"},null]",
        "1".repeat(1_001),
        "[".repeat(3_000),
        "{\"a\":".repeat(120) + "1" + "}".repeat(120),
        "\"" + "x".repeat(2_000) + "\""
    };
    private static final String PARTS = "{}[]:,\"";

    private final Random random;

    RecordMutator(Random random) {
        this.random = random;
    }

    /** Some bytes like these, or these. */
    byte[] mutate(byte[] json, byte[] other) {
        byte[] mutated = json;
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutated = once(mutated, other);
        }
        return mutated;
    }

    private byte[] once(byte[] json, byte[] other) {
        if (json.length == 0) {
            return other;
        }
        return switch (random.nextInt(12)) {
            case 0 -> flipped(json);
            case 1 -> Arrays.copyOf(json, random.nextInt(json.length + 1));
            case 2 -> replaced(json, at(json), at(json), new byte[] {(byte) random.nextInt(256)});
            case 3 -> spliced(json, other);
            case 4 -> repeated(json);
            case 5, 6, 7 -> withOtherValue(json, HOSTILE[random.nextInt(HOSTILE.length)].getBytes(UTF_8));
            case 8 -> withOtherValue(json, valueOf(other));
            case 9 -> requoted(json);
            case 10 ->
                replaced(
                        json,
                        part(json),
                        PARTS.substring(random.nextInt(PARTS.length())).substring(0, 1));
            default -> replaced(json, part(json), " ");
        };
    }

    private int at(byte[] json) {
        return random.nextInt(json.length);
    }

    private byte[] flipped(byte[] json) {
        byte[] flipped = json.clone();
        flipped[at(json)] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    private byte[] replaced(byte[] json, int at, String by) {
        return replaced(json, at, random.nextBoolean() ? at : at + 1, by.getBytes(UTF_8));
    }

    private static byte[] replaced(byte[] json, int one, int other, byte[] by) {
        int from = Math.min(one, other);
        int to = Math.min(json.length, Math.max(one, other));
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + by.length);
        out.write(json, 0, from);
        out.writeBytes(by);
        out.write(json, to, json.length - to);
        return out.toByteArray();
    }

    private byte[] spliced(byte[] json, byte[] other) {
        if (other.length == 0) {
            return json;
        }
        return replaced(
                json, at(json), json.length, Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
    }

    /** Mostly a field, or some, twice. */
    private byte[] repeated(byte[] json) {
        int from = next(json, at(json), ",{[");
        if (from == json.length) {
            return json;
        }
        byte[] field = Arrays.copyOfRange(json, from + 1, next(json, from + 1, ",}]"));
        byte[] more = Arrays.copyOf(field, field.length + 1);
        more[field.length] = ',';
        return replaced(json, from + 1, from + 1, more);
    }

    private byte[] withOtherValue(byte[] json, byte[] value) {
        int from = next(json, at(json), ":[");
        return from >= json.length - 1 ? json : replaced(json, from + 1, next(json, from + 1, ",}]"), value);
    }

    private byte[] valueOf(byte[] json) {
        if (json.length == 0) {
            return json;
        }
        int from = Math.min(json.length, next(json, at(json), ":") + 1);
        return Arrays.copyOfRange(json, from, next(json, from, ",}"));
    }

    /** A number as a text, or a text without its quotes. */
    private byte[] requoted(byte[] json) {
        int from = Math.min(json.length, next(json, at(json), ":") + 1);
        int to = next(json, from, ",}]");
        boolean isText = to - from >= 2 && json[from] == '"' && json[to - 1] == '"';
        String value = new String(json, from, to - from, UTF_8);
        String other = isText ? value.substring(1, value.length() - 1) : "\"" + value + "\"";
        return replaced(json, from, to, other.getBytes(UTF_8));
    }

    private int part(byte[] json) {
        return Math.min(json.length - 1, next(json, at(json), PARTS));
    }

    /** The index of the next of some characters; the length where there is none. */
    private static int next(byte[] json, int from, String of) {
        int at = from;
        while (at < json.length && of.indexOf(json[at]) < 0) {
            at++;
        }
        return Math.min(at, json.length);
    }
}
