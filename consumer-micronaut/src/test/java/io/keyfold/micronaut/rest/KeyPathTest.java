package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyPathTest {

    @Test
    void parse_segments_areDecodedAfterTheSplit() {
        assertThat(KeyPath.parse("A%2F10/I%2002")).containsExactly("A/10", "I 02");
    }

    @Test
    void parse_emptySegments_areEmptyTexts() {
        assertThat(KeyPath.parse("A/")).containsExactly("A", "");
        assertThat(KeyPath.parse("/B")).containsExactly("", "B");
    }

    @Test
    void parse_badEncoding_isRefused() {
        assertThatThrownBy(() -> KeyPath.parse("A/%ZZ"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("% without two hexadecimal digits behind it");
    }

    @Test
    void format_texts_areParsedBack() {
        List<String> texts = List.of("A/10", "", "%2F");

        assertThat(KeyPath.format(texts)).isEqualTo("A%2F10//%252F");
        assertThat(KeyPath.parse(KeyPath.format(texts))).isEqualTo(texts);
    }

    @Test
    void isSafe_whatClientsDrop_isNot() {
        assertThat(KeyPath.isSafe(List.of("A", "...", "a.b"))).isTrue();
        assertThat(KeyPath.isSafe(List.of("A", ""))).isFalse();
        assertThat(KeyPath.isSafe(List.of(".", "A"))).isFalse();
        assertThat(KeyPath.isSafe(List.of("..", "A"))).isFalse();
    }
}
