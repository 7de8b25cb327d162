package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonSliceTest {

    private static JsonSlice of(String json) {
        return JsonSlice.of(json.getBytes(UTF_8));
    }

    private static String raw(JsonSlice slice) {
        return new String(slice.bytes(), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ \"a\" : 1E+2 , \"b\":[1, {}] }",
                "[ ]",
                "\"中文\\uD83D\\uDE00 \\\" }\"",
                "\"\"",
                "1E+2",
                "-0.0",
                "true",
                "false",
                "null",
                "\"😀\""
            })
    void slice_anyValueAnywhere_isByteForByte(String json) {
        JsonSlice object = of("{\"中\":0,\"x\" :  " + json + "\n,\"y\":[" + json + "," + json + " ]}");

        assertThat(raw(of(" " + json + " "))).isEqualTo(json);
        assertThat(raw(Objects.requireNonNull(object.members().get("x")))).isEqualTo(json);
        assertThat(object.require("y").items()).extracting(JsonSliceTest::raw).containsExactly(json, json);
    }

    /** Strings of every length around the sizes of a parser's buffers. */
    @Test
    void slice_longStrings_areWhole() {
        for (int length = 7_990; length < 8_010; length++) {
            String text = "订".repeat(length / 3) + "a".repeat(length % 3);
            JsonSlice object = of("{\"k\":{\"a\":\"" + text + "\",\"b\":7}}");

            assertThat(object.require("k").require("a").text()).isEqualTo(text);
            assertThat(object.require("k").require("b").number()).isEqualTo(7);
        }
    }

    @Test
    void text_isWhatAStringSaysAndElseTheJson() {
        JsonSlice object = of("{\"a\":\"\\u8ba2\\n\",\"b\":1.50,\"c\":{\"d\": 1},\"e\":null,\"f\":true}");

        assertThat(object.require("a").text()).isEqualTo("订\n");
        assertThat(object.require("b").text()).isEqualTo("1.50");
        assertThat(object.require("c").text()).isEqualTo("{\"d\": 1}");
        assertThat(object.get("e")).isEmpty();
        assertThat(object.get("z")).isEmpty();
        assertThat(object.require("f").isTrue()).isTrue();
    }

    @Test
    void wrongReply_saysNothingOfItsContents() {
        assertThatThrownBy(() -> of("<html>secret</html>")).hasMessage("the reply is no JSON");
        assertThatThrownBy(() -> of("{\"a\":\"secret")).hasMessage("the reply is no JSON");
        assertThatThrownBy(() -> of("")).hasMessage("the reply is empty");
        assertThatThrownBy(() -> of("{} {}")).hasMessage("the reply has more than one value");
        assertThatThrownBy(() -> of("[]").members())
                .hasMessage("a value of the reply is another (expected: an object)");
        assertThatThrownBy(() -> of("{}").items()).hasMessage("a value of the reply is another (expected: an array)");
        assertThatThrownBy(() -> of("\"secret\"").number())
                .hasMessage("a value of the reply is another (expected: a whole number)");
        assertThatThrownBy(() -> of("{\"a\":null}").require("a")).hasMessage("a is missing");
    }
}
