package io.keyfold.micronaut.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AllowedPeersTest {

    private static boolean isAllowed(String entry, String address) {
        return AllowedPeers.of(List.of(entry)).contains(PeerAddress.parse(address));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders-0:8080 | orders-0:8080",
                "Orders-0:8080 | orders-0:8080",
                "orders-0:* | orders-0:1",
                "*.orders.svc:8080 | orders-0.orders.svc:8080",
                "*.orders.svc:* | a.b.ORDERS.svc:65535",
                "10.0.0.7:8080 | 10.0.0.7:8080",
                "10.0.0.0/8:8080 | 10.255.0.1:8080",
                "10.128.0.0/9:8080 | 10.128.0.1:8080",
                "0.0.0.0/0:* | 192.0.2.1:80",
                "10.0.0.7/32:8080 | 10.0.0.7:8080",
                "[::1]/128:8080 | [::1]:8080",
                "[::1]:8080 | [0:0:0:0:0:0:0:1]:8080",
                "[fd00::]/8:* | [fd12:3456::1]:8080",
                "10.0.0.0/8:* | [::ffff:10.0.0.1]:8080"
            })
    void contains_whatIsListed_isAllowed(String entry, String address) {
        assertThat(isAllowed(entry, address)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders-0:8080 | orders-0:8081",
                "orders-0:8080 | orders-00:8080",
                "orders-0:8080 | xorders-0:8080",
                "*.orders.svc:8080 | orders.svc:8080",
                "*.orders.svc:8080 | .orders.svc:8080",
                "*.orders.svc:8080 | evilorders.svc:8080",
                "*.orders.svc:8080 | a.orders.svc.evil.com:8080",
                "*.orders.svc:8080 | 10.0.0.1:8080",
                "10.0.0.7:8080 | 10.0.0.70:8080",
                "10.0.0.0/8:8080 | 11.0.0.1:8080",
                "10.0.0.0/8:8080 | 10.0.0.1:8081",
                "10.0.0.0/8:8080 | 10.1:8080",
                "10.0.0.0/8:8080 | 167772161:8080",
                "10.0.0.0/8:8080 | 010.0.0.1:8080",
                "10.0.0.0/8:8080 | 10.0.0.1.example.com:8080",
                "10.128.0.0/9:8080 | 10.127.255.255:8080",
                "0.0.0.0/0:* | localhost:80",
                "0.0.0.0/0:* | [::1]:80",
                "[::1]/128:8080 | [::2]:8080",
                "[fd00::]/8:* | [fe80::1]:8080",
                "127.0.0.1:* | localhost:8080",
                "169.254.0.0/16:80 | 169.254.169.254:81"
            })
    void contains_whatIsNotListed_isRefused(String entry, String address) {
        assertThat(isAllowed(entry, address)).isFalse();
    }

    @Test
    void contains_severalEntries_areAlternatives() {
        AllowedPeers allowed = AllowedPeers.of(List.of("a:1", " b:2 "));

        assertThat(allowed.contains(new PeerAddress("a", 1))).isTrue();
        assertThat(allowed.contains(new PeerAddress("b", 2))).isTrue();
        assertThat(allowed.contains(new PeerAddress("a", 2))).isFalse();
        assertThat(AllowedPeers.of(List.of()).contains(new PeerAddress("a", 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*:8080",
                "orders-0",
                "orders-0:",
                "orders-0:eighty",
                "orders-*:8080",
                "*.*.svc:8080",
                "*.1:8080",
                "*.0.0.1:8080",
                "orders-0/24:8080",
                "10.0.0.0/33:8080",
                "10.0.0.1/8:8080",
                "[fd00::1]/8:8080",
                "[::1]/129:8080",
                "[10.0.0.1]x:8080",
                "[zz]:8080",
                "::1:8080",
                "http://orders-0:8080",
                "user@orders-0:8080",
                "orders-0:8080/path"
            })
    void of_anotherForm_isNamed(String entry) {
        assertThatThrownBy(() -> AllowedPeers.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "allowed: " + entry
                                + " (expected: host:port, *.suffix:port, 10.0.0.0/8:port or [fd00::]/8:port; the port may be *)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders-0:0", "orders-0:65536"})
    void of_portThatIsNone_isNamed(String entry) {
        assertThatThrownBy(() -> AllowedPeers.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: 1 .. 65535)");
    }
}
