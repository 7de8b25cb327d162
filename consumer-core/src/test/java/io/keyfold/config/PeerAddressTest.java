package io.keyfold.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"risk-1.risk.svc:8080", "10.0.0.7:80", "[::1]:8080", "localhost:65535"})
    void parse_address_isWrittenAsItWasRead(String text) {
        assertThat(PeerAddress.parse(text)).hasToString(text);
    }

    @Test
    void parse_ipv6_hasNoBracketsInItsHost() {
        assertThat(PeerAddress.parse("[::1]:8080")).isEqualTo(new PeerAddress("::1", 8080));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", "host:", ":8080", "::1:8080", "http://host:80", "host:80/x", "a b:80", "host:123456"
            })
    void parse_anythingElse_isRefused(String text) {
        assertThatThrownBy(() -> PeerAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("address: " + text + " (expected: host:port, or [::1]:port)");
    }

    @Test
    void parse_portOutOfRange_isRefused() {
        assertThatThrownBy(() -> PeerAddress.parse("host:0")).hasMessage("port: 0 (expected: 1 .. 65535)");
        assertThatThrownBy(() -> PeerAddress.parse("host:70000")).hasMessage("port: 70000 (expected: 1 .. 65535)");
    }
}
