package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.schemas.SqlType;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes JSON objects at random, mostly near what is good, and then damages some of them. */
final class HostileJson {

    private static final String[] TEXTS = {
        "A1001",
        "",
        "~",
        "a b",
        "上海",
        "é",
        "\\n",
        "\\u0041",
        "\\uD83D\\uDE00",
        "\\ud800",
        "\\\\",
        "\\\"",
        "\u007f",
        "😀",
        "\t",
        "ab\u0000",
        "/",
        "\\/",
        "1234567",
        "NaN"
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "7",
        "-7",
        "127",
        "128",
        "-128",
        "-129",
        "32767",
        "32768",
        "2147483647",
        "2147483648",
        "007",
        "1.",
        ".5",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "999999999999999999",
        "0.1",
        "1.25",
        "1.250",
        "1.256",
        "-1.2",
        "1e2",
        "1E+2",
        "10E-1",
        "12345678.91",
        "123456789.91",
        "0.00",
        "+1",
        "1e999999999999",
        "99999.99",
        "1".repeat(1_001)
    };
    private static final String[] TIMES = {
        "2024-01-15",
        "2024-02-29",
        "2023-02-29",
        "2023-02-30 10:40:00",
        "2023-04-31T10:40:00Z",
        "2024-13-01",
        "0000-01-01",
        "0001-01-01",
        "2024-1-15",
        "10:30:00",
        "10:30:00.001",
        "24:00:00",
        "10:30:60",
        "10:30",
        "10:30:00.",
        "10:30:00.1234",
        "2024-01-15 10:40:00.001",
        "2024-01-15T10:40:00",
        "2024-01-15 10:40:00Z",
        "2024-01-15T10:40:00.123Z",
        "2024-01-15_10:40:00",
        "2024-01-31 00:00:00",
        "2024-01-32 00:00:00",
        "2024-01-15 10:40:00.1230",
        "2024-01-15 10:40:00.1234",
        "2024-01-15 99:40:00",
        "Z"
    };
    private static final String[] BASE64 = {
        "",
        "AAH/",
        "AA==",
        "//8=",
        "AAA=",
        "AB==",
        "AAE",
        "A",
        "AA=",
        "A A=",
        "AAH/\\n",
        "-_8=",
        "中文==",
        "AAH\\/",
        "AAAAAAAA"
    };
    private static final String[] OTHERS = {
        "null", "true", "false", "{}", "[]", "[{\"a\":[1,{}]}]", "{\"a\":1,\"a\":2}", "nul"
    };
    private static final String[] STRAY = {"op", "before", "schema", "payload", "shop", "Ä", "order\\u005fid"};

    private final Random random;

    HostileJson(Random random) {
        this.random = random;
    }

    /** An object of these fields and their usual values, or nearly. */
    byte[] object(Map<String, String> usual) {
        List<String> fields = new ArrayList<>(usual.keySet());
        if (random.nextInt(6) == 0) {
            Collections.shuffle(fields, random);
        }
        if (random.nextInt(6) == 0) {
            fields.remove(random.nextInt(fields.size()));
        }
        while (random.nextInt(8) == 0) {
            fields.add(random.nextInt(fields.size() + 1), STRAY[random.nextInt(STRAY.length)]);
        }
        if (random.nextInt(20) == 0 && !fields.isEmpty()) {
            fields.add(fields.get(random.nextInt(fields.size())));
        }
        List<String> pairs = new ArrayList<>();
        for (String field : fields) {
            String value = random.nextInt(10) == 0 ? any() : usual.getOrDefault(field, "7");
            pairs.add(space() + "\"" + field + "\"" + space() + ":" + space() + value);
        }
        return damaged((space() + "{" + String.join(",", pairs) + space() + "}" + space()).getBytes(UTF_8));
    }

    private String space() {
        return random.nextInt(60) == 0 ? " \n" : "";
    }

    /** A value that may fit a type, and may just not. */
    String near(SqlType type) {
        return switch (type.name()) {
            case STRING, VARCHAR, CHAR -> text();
            case BOOLEAN -> Boolean.toString(random.nextBoolean());
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> "\"" + pick(TIMES) + "\"";
            case BYTES, BINARY, VARBINARY -> "\"" + pick(BASE64) + "\"";
            case ARRAY -> "[" + many(() -> part(type.parts().get(0))) + "]";
            case MAP -> "{" + many(() -> text() + ":" + part(type.parts().get(1))) + "}";
            case ROW -> "{" + fields(type.parts()) + "}";
            default -> pick(NUMBERS);
        };
    }

    private String part(SqlType.Part part) {
        int one = random.nextInt(20);
        return one == 0 ? "null" : one == 1 ? any() : near(part.type());
    }

    private String many(Supplier<String> one) {
        return IntStream.range(0, random.nextInt(4)).mapToObj(i -> one.get()).collect(Collectors.joining(","));
    }

    private String fields(List<SqlType.Part> parts) {
        List<String> pairs = new ArrayList<>();
        for (SqlType.Part part : parts) {
            int times = random.nextInt(16) == 0 ? random.nextInt(3) : 1;
            for (int i = 0; i < times; i++) {
                pairs.add("\"" + part.name() + "\":" + space() + part(part));
            }
        }
        if (random.nextInt(8) == 0) {
            pairs.add("\"" + pick(STRAY) + "\":" + any());
        }
        return String.join(",", pairs);
    }

    private String text() {
        return "\"" + (random.nextBoolean() ? pick(TEXTS) : Integer.toHexString(random.nextInt())) + "\"";
    }

    private String any() {
        return switch (random.nextInt(4)) {
            case 0 -> text();
            case 1 -> pick(NUMBERS);
            case 2 -> "\"" + pick(TIMES) + "\"";
            default -> pick(OTHERS);
        };
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }

    private byte[] damaged(byte[] json) {
        if (random.nextInt(5) > 0) {
            return json;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = random.nextInt(json.length);
        out.write(json, 0, at);
        switch (random.nextInt(4)) {
            case 0 -> out.write(random.nextInt(256)); // one more
            case 1 -> out.write(json, at, json.length - at); // as it was
            case 2 -> out.write(0x20 + random.nextInt(0x60)); // another
            default -> {
                return out.toByteArray(); // torn
            }
        }
        int rest = Math.min(json.length, at + 1);
        out.write(json, rest, json.length - rest);
        return out.toByteArray();
    }
}
