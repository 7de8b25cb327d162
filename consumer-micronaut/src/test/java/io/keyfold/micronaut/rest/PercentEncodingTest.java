package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PercentEncodingTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "A1001",
                "A/10",
                "A%2F10",
                "I 02",
                "(x)",
                ";v=1",
                "A?b#c",
                "\"q\"",
                "+",
                "已退款",
                "\uD83D\uDE00"
            })
    void decode_whatWasEncoded_isTheSame(String text) {
        assertThat(PercentEncoding.decode(PercentEncoding.encode(text))).isEqualTo(text);
    }

    @Test
    void decode_anEncodedPercent_isDecodedOnce() {
        assertThat(PercentEncoding.decode("A%252F10")).isEqualTo("A%2F10");
    }

    @Test
    void decode_lowerCaseDigitsAndReservedCharacters_areTaken() {
        assertThat(PercentEncoding.decode("a%2fb;(c)+d=e")).isEqualTo("a/b;(c)+d=e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%ZZ", "%2Z", "a%", "%-1", "%１１"})
    void decode_percentWithoutTwoDigits_isRefused(String encoded) {
        assertThatThrownBy(() -> PercentEncoding.decode(encoded))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("% without two hexadecimal digits behind it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%FF", "%C0%AF", "%E5%B7", "%ED%A0%80"})
    void decode_bytesThatAreNotUtf8_areRefused(String encoded) {
        assertThatThrownBy(() -> PercentEncoding.decode(encoded))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the percent-encoded bytes are not UTF-8");
    }

    @Test
    void decode_beyondAscii_isRefused() {
        assertThatThrownBy(() -> PercentEncoding.decode("\u00E5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a character beyond ASCII is not percent-encoded");
    }

    @Test
    void encode_allButUnreserved_isEncodedInUpperCase() {
        assertThat(PercentEncoding.encode("aZ09-._~ /%+已")).isEqualTo("aZ09-._~%20%2F%25%2B%E5%B7%B2");
    }
}
