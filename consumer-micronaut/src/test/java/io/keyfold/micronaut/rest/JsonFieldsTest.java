package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of values without some fields: what stays, stays byte for byte. */
final class JsonFieldsTest {

    private static final String VALUE =
            " { \"a\" : 1E+2,\n\"b\":\"x\\\"}\\uD83D\\uDE00中\", \"c\":{\"a\":[1,{\"b\":\"]}\"}]} ,"
                    + "\"d\":[ ], \"e\":null,\"f\":-0.0 } ";

    private static String masked(String json, String... hidden) {
        return new String(JsonFields.masked(json.getBytes(UTF_8), Set.of(hidden)), UTF_8);
    }

    private static String selected(String json, List<String> fields, String... hidden) {
        return new String(JsonFields.selected(json.getBytes(UTF_8), fields, Set.of(hidden)), UTF_8);
    }

    @Test
    void masked_nothingThatIsThere_isTheSame() {
        assertThat(masked(VALUE, "g", "x")).isEqualTo(VALUE);
        assertThat(masked("{}", "a")).isEqualTo("{}");
        assertThat(masked(" { } ", "a")).isEqualTo(" { } ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a | 1E+2",
                "b | \"x\\\"}\\uD83D\\uDE00中\"",
                "c | {\"a\":[1,{\"b\":\"]}\"}]}",
                "d | [ ]",
                "e | null",
                "f | -0.0"
            })
    void masked_oneField_isNullAndTheRestIsTheSame(String field, String value) {
        String name = "\"" + field + "\"";
        int at = VALUE.indexOf(value, VALUE.indexOf(name));

        assertThat(masked(VALUE, field))
                .isEqualTo(VALUE.substring(0, at) + "null" + VALUE.substring(at + value.length()));
    }

    @Test
    void masked_fieldOfThatNameWithin_isNotMeant() {
        assertThat(masked("{\"c\":{\"a\":1},\"a\":2}", "a")).isEqualTo("{\"c\":{\"a\":1},\"a\":null}");
    }

    @Test
    void masked_escapedNameAndEachOfTwo_areMeant() {
        assertThat(masked("{\"\\u0061\":1,\"a\":2}", "a")).isEqualTo("{\"\\u0061\":null,\"a\":null}");
    }

    @Test
    void selected_fields_areInTheOrderAskedForByteForByte() {
        assertThat(selected(VALUE, List.of("f", "b", "c", "a")))
                .isEqualTo("{\"f\":-0.0,\"b\":\"x\\\"}\\uD83D\\uDE00中\",\"c\":{\"a\":[1,{\"b\":\"]}\"}]},\"a\":1E+2}");
    }

    @Test
    void selected_whatIsNotThereOrHidden_isNull() {
        assertThat(selected(VALUE, List.of("a", "x\"y", "b"), "b"))
                .isEqualTo("{\"a\":1E+2,\"x\\\"y\":null,\"b\":null}");
    }
}
