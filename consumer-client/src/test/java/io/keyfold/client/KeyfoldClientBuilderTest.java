package io.keyfold.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyfoldClientBuilderTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://a", "http:///x", "a:8080", "/v1", "http://u:secret@a", "http://a?x=1", "http://a#secret"})
    void service_noAddress_isRefusedWithoutRepeatingIt(String service) {
        assertThatThrownBy(() -> KeyfoldClient.builder(URI.create(service)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("service: another form")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "secret\r\nX: 1", "sécret"})
    void apiKey_noHeaderCanHave_isRefusedWithoutRepeatingIt(String key) {
        KeyfoldClientBuilder builder = KeyfoldClient.builder(URI.create("http://a"));

        assertThatThrownBy(() -> builder.apiKey(key))
                .hasMessage("apiKey: another form (expected: visible ASCII characters, no blanks)");
    }

    @Test
    void timeout_noneOrForever_isRefused() {
        KeyfoldClientBuilder builder = KeyfoldClient.builder(URI.create("http://a"));

        assertThatThrownBy(() -> builder.timeout(Duration.ZERO))
                .hasMessage("timeout: PT0S (expected: more than zero, at most PT1H)");
        assertThatThrownBy(() -> builder.timeout(Duration.ofSeconds(-1)))
                .hasMessage("timeout: PT-1S (expected: more than zero, at most PT1H)");
        assertThatThrownBy(() -> builder.timeout(Duration.ofDays(1)))
                .hasMessage("timeout: PT24H (expected: more than zero, at most PT1H)");
    }

    @Test
    void client_asText_hasNoKey() {
        KeyfoldClient client = KeyfoldClient.builder(URI.create("https://orders:8443/"))
                .apiKey("secret")
                .build();

        assertThat(client).hasToString("KeyfoldClient[orders:8443]");
    }
}
