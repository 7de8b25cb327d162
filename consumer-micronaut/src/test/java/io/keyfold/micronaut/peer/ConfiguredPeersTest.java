package io.keyfold.micronaut.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerAddress;
import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.PropertySource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfiguredPeersTest {

    private static final Map<String, Object> WHOLE = Map.of(
            "keyfold.secret",
            PeerNode.SECRET,
            "keyfold.peers.address",
            "orders-0.orders:8080",
            "keyfold.peers.allowed",
            List.of("*.orders:8080", "10.0.0.0/8:*", "*.0x.example:1"));

    private static Optional<PeerSetup> read(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("micronaut.application.name", "svc");
        all.values().removeIf(PeerNode.UNSET::equals);
        return ConfiguredPeers.in(new DefaultEnvironment(() -> List.of("test"))
                .addPropertySource(PropertySource.of(all))
                .start());
    }

    private static Optional<PeerSetup> readWith(Map<String, Object> changed) {
        Map<String, Object> all = new HashMap<>(WHOLE);
        all.putAll(changed);
        return read(all);
    }

    private static void assertRefused(Map<String, Object> changed, String said) {
        assertThatThrownBy(() -> readWith(changed))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: " + said);
    }

    @Test
    void in_nothing_isNone() {
        assertThat(read(Map.of())).isEmpty();
        assertThat(read(Map.of("keyfold.secret", PeerNode.SECRET))).isEmpty();
    }

    @Test
    void in_whatIsRequired_takesTheDefaults() {
        PeerSetup setup = readWith(Map.of()).orElseThrow();

        assertThat(setup.address()).isEqualTo(new PeerAddress("orders-0.orders", 8080));
        assertThat(setup.allowed().contains(new PeerAddress("orders-1.orders", 8080)))
                .isTrue();
        assertThat(setup.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(setup.maxReplyBytes()).isEqualTo(16 << 20);
        assertThat(setup.threads()).isEqualTo(8);
        assertThat(setup.tls()).isEmpty();
        assertThat(setup.questionsAt(setup.address())).hasToString("http://orders-0.orders:8080/peer/v1/questions");
        assertThat(setup.toString()).doesNotContain(PeerNode.SECRET);
    }

    @Test
    void in_everything_isRead() {
        PeerSetup setup = readWith(Map.of(
                        "keyfold.peers.timeout", "250ms",
                        "keyfold.peers.max-reply-bytes", "10000000",
                        "keyfold.peers.threads", 3,
                        "keyfold.peers.tls", true,
                        "micronaut.server.context-path", "orders"))
                .orElseThrow();

        assertThat(setup.timeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(setup.maxReplyBytes()).isEqualTo(10_000_000);
        assertThat(setup.threads()).isEqualTo(3);
        assertThat(setup.tls()).isPresent();
        assertThat(setup.questionsAt(new PeerAddress("fd00::1", 1)))
                .hasToString("https://[fd00::1]:1/orders/peer/v1/questions");
    }

    @Test
    void in_addressAlone_isRefused() {
        assertRefused(
                Map.of("keyfold.secret", PeerNode.UNSET),
                "keyfold.peers.address is set and keyfold.secret is not; set it to the same 32 characters or more on all"
                        + " instances");
        assertRefused(
                Map.of("keyfold.peers.allowed", PeerNode.UNSET),
                "keyfold.peers.address is set and keyfold.peers.allowed is not; list there whom this instance may ask,"
                        + " such as *.orders.svc:8080 or 10.0.0.0/8:8080");
    }

    @Test
    void in_otherSettingsWithoutAddress_areRefused() {
        assertRefused(
                Map.of("keyfold.peers.address", PeerNode.UNSET),
                "keyfold.peers.allowed is set and keyfold.peers.address is not; set it to host:port at which the other"
                        + " instances find this one");
    }

    @Test
    void in_shortSecret_isRefusedWithoutBeingPrinted() {
        assertRefused(Map.of("keyfold.secret", "x".repeat(31)), "keyfold.secret: 31 characters (expected: 32 or more)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orders-0 | address: orders-0 (expected: host:port, or [::1]:port)",
                "orders-0:99999 | port: 99999 (expected: 1 .. 65535)",
                "0.0.0.0:8080 | address: 0.0.0.0:8080 (expected: the one address at which the other instances find this one)",
                "[::]:8080 | address: [::]:8080 (expected: the one address at which the other instances find this one)",
                "orders_0.orders:8080 | address: orders_0.orders:8080 (expected: a host name that URLs may have, so without _ and a dot at its end)",
                "orders-0.orders:8081 | address: orders-0.orders:8081 (expected: one of keyfold.peers.allowed, which are *.orders:8080, 10.0.0.0/8:*, *.0x.example:1; else no instance set up like this one would ask it)"
            })
    void in_addressThatIsNone_isRefused(String address, String said) {
        assertRefused(Map.of("keyfold.peers.address", address), "keyfold.peers." + said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8080", "127.0.0.1:8080", "[::1]:8080"})
    void in_loopbackAddress_isRefusedUnlessTheServerListensThere(String address) {
        Map<String, Object> settings =
                Map.of("keyfold.peers.address", address, "keyfold.peers.allowed", "localhost:*,127.0.0.0/8:*,[::1]:*");
        Map<String, Object> onLoopback = new HashMap<>(settings);
        onLoopback.put("micronaut.server.host", "127.0.0.1");
        Map<String, Object> everywhere = new HashMap<>(settings);
        everywhere.put("micronaut.server.host", "0.0.0.0");

        String said = "keyfold.peers.address: " + address + " is found on this machine alone, and the server listens"
                + " beyond it; set it to what other machines find, or micronaut.server.host to 127.0.0.1";
        assertRefused(settings, said);
        assertRefused(everywhere, said);
        assertThat(readWith(onLoopback)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allowed | *:8080 | allowed: *:8080 (expected: host:port, *.suffix:port, 10.0.0.0/8:port or [fd00::]/8:port; the port may be *)",
                "timeout | soon | timeout: soon (expected: a duration such as 1s)",
                "timeout | 0s | timeout: PT0S (expected: 1ms or more)",
                "max-reply-bytes | 16MB | max-reply-bytes: 16MB (expected: 9437184 .. 1073741824)",
                "max-reply-bytes | 1000000 | max-reply-bytes: 1000000 (expected: 9437184 .. 1073741824)",
                "threads | 0 | threads: 0 (expected: 1 .. 1000)",
                "tls | perhaps | tls: perhaps (expected: true or false)",
                "trust-store | /x.p12 | trust-store is set and keyfold.peers.tls is not; set it to true, or leave the store out"
            })
    void in_valueThatDoesNotFit_isNamed(String name, String value, String said) {
        assertRefused(Map.of("keyfold.peers." + name, value), "keyfold.peers." + said);
    }

    @Test
    void in_trustStoreThatCannotBeRead_isNamedWithoutItsPassword() {
        assertRefused(
                Map.of(
                        "keyfold.peers.tls", "true",
                        "keyfold.peers.trust-store", "/nowhere/trust.p12",
                        "keyfold.peers.trust-store-password", "changeit"),
                "keyfold.peers.trust-store: /nowhere/trust.p12 (expected: a store of certificates that can be read with"
                        + " keyfold.peers.trust-store-password)");
    }

    @Test
    void in_unknownSetting_isNamed() {
        assertThatThrownBy(() -> readWith(Map.of("keyfold.peers.time-out", "1s")))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("Cannot start svc: keyfold.peers.time-out: unknown (expected: one of [");
    }
}
