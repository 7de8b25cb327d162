package io.keyfold.micronaut.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.micronaut.context.ApplicationContextConfiguration;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where security is required, and which starts are refused. */
final class SecurityModeTest {

    private static final String SHA256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
    private static final Map<String, Object> KEY =
            Map.of("keyfold.api-keys.risk.key-sha256", SHA256, "keyfold.api-keys.risk.roles", "keyfold-read");

    private static Environment environment(String name, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("micronaut.application.name", "svc");
        // Micronaut would see that this is a test.
        ApplicationContextConfiguration told = new ApplicationContextConfiguration() {
            @Override
            public List<String> getEnvironments() {
                return List.of(name);
            }

            @Override
            public Optional<Boolean> getDeduceEnvironments() {
                return Optional.of(false);
            }
        };
        return new DefaultEnvironment(told)
                .addPropertySource(PropertySource.of(all))
                .start();
    }

    private static boolean isRequired(Map<String, Object> settings) {
        return SecurityMode.isRequired(environment("prod", settings));
    }

    private static void check(Map<String, Object> settings) {
        new SecurityCheck(environment("prod", settings)).check();
    }

    private static Map<String, Object> with(Map<String, Object> some, String name, Object value) {
        Map<String, Object> more = new HashMap<>(some);
        more.put(name, value);
        return more;
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "::1", "[::1]"})
    void mode_loopback_isOff(String host) {
        assertThat(isRequired(Map.of("micronaut.server.host", host))).isFalse();
        assertThatCode(() -> check(Map.of("micronaut.server.host", host))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "10.0.0.1",
                "127.0.0.1.example.org",
                "localhost.example.org",
                "128.0.0.1",
                "svc",
                ""
            })
    void mode_anyOtherHost_isRequired(String host) {
        assertThat(isRequired(Map.of("micronaut.server.host", host))).isTrue();
    }

    @Test
    void mode_noHost_isRequiredButInTests() {
        assertThat(isRequired(Map.of())).isTrue();
        assertThat(SecurityMode.isRequired(environment("test", Map.of()))).isFalse();
        assertThat(SecurityMode.isRequired(environment("test", Map.of("micronaut.server.host", "0.0.0.0"))))
                .isTrue();
    }

    @Test
    void mode_loopbackAndAKey_isRequired() {
        assertThat(isRequired(with(KEY, "micronaut.server.host", "127.0.0.1"))).isTrue();
    }

    @Test
    void mode_listeners_goBeforeTheHost() {
        Map<String, Object> local = Map.of(
                "micronaut.server.host",
                "127.0.0.1",
                "micronaut.server.netty.listeners.a.host",
                "127.0.0.1",
                "micronaut.server.netty.listeners.b.family",
                "UNIX",
                "micronaut.server.netty.listeners.b.path",
                "/run/svc");

        assertThat(isRequired(local)).isFalse();
        assertThat(isRequired(with(local, "micronaut.server.netty.listeners.c.host", "0.0.0.0")))
                .isTrue();
        assertThat(isRequired(with(local, "micronaut.server.netty.listeners.c.port", 8443)))
                .isTrue();
    }

    @Test
    void mode_offAsYamlReadsIt_isOff() {
        Map<String, Object> off = with(with(KEY, "keyfold.security", false), "micronaut.server.host", "127.0.0.1");

        assertThat(isRequired(off)).isFalse();
        assertThatCode(() -> check(off)).doesNotThrowAnyException();
    }

    @Test
    void mode_listenerOfAnEnvironmentVariable_counts() {
        Environment environment = new DefaultEnvironment(() -> List.of("prod"))
                .addPropertySource(PropertySource.of(Map.of("micronaut.server.host", "127.0.0.1")))
                .addPropertySource(PropertySource.of(
                        "variables",
                        Map.of("MICRONAUT_SERVER_NETTY_LISTENERS_A_HOST", "0.0.0.0"),
                        PropertySource.PropertyConvention.ENVIRONMENT_VARIABLE,
                        PropertySource.Origin.of("a test")))
                .start();

        assertThat(SecurityMode.isRequired(environment)).isTrue();
    }

    @Test
    void check_offWhereOthersReach_isRefused() {
        assertThatThrownBy(() -> check(Map.of("keyfold.security", "off", "micronaut.server.host", "0.0.0.0")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.security is off and others than this machine could ask; set"
                        + " micronaut.server.host to 127.0.0.1, or keyfold.security to required");
    }

    @Test
    void check_requiredAndNobodyKnown_saysWhatToSet() {
        assertThatThrownBy(() -> check(Map.of("micronaut.server.host", "0.0.0.0")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: callers must be known and nobody could be; set"
                        + " keyfold.api-keys.<name>.key-sha256 and keyfold.api-keys.<name>.roles, or"
                        + " micronaut.security.token.jwt.signatures.*, or let this machine alone ask:"
                        + " micronaut.server.host: 127.0.0.1");
        assertThatThrownBy(() -> check(Map.of("keyfold.security", "required", "micronaut.server.host", "127.0.0.1")))
                .isInstanceOf(StartException.class);
    }

    @Test
    void check_requiredAndAKeyOrASignature_passes() {
        assertThatCode(() -> check(KEY)).doesNotThrowAnyException();
        assertThatCode(() -> check(
                        Map.of("micronaut.security.token.jwt.signatures.jwks.idp.url", "https://idp.example.org/keys")))
                .doesNotThrowAnyException();
    }

    @Test
    void check_micronautsSecurityOff_isRefused() {
        assertThatThrownBy(() -> check(with(KEY, "micronaut.security.enabled", false)))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start svc: micronaut.security.enabled is false and callers must be known; remove it,"
                                + " or set keyfold.security to off where this machine alone can ask");
    }

    @Test
    void check_misspelt_isRefusedAndCountsAsRequired() {
        Map<String, Object> misspelt = Map.of("keyfold.security", "of", "micronaut.server.host", "127.0.0.1");

        assertThat(isRequired(misspelt)).isTrue();
        assertThatThrownBy(() -> check(misspelt))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.security: of (expected: required or off)");
    }

    @Test
    void check_metricsMisspelt_isRefused() {
        assertThatThrownBy(() -> check(with(KEY, "keyfold.metrics.anonymous", "no")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.metrics.anonymous: no (expected: true or false)");
        assertThatThrownBy(() -> check(with(KEY, "keyfold.metrics.anonymus", "true")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.metrics.anonymus: unknown (expected: one of [anonymous])");
    }
}
