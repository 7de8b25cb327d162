package io.keyfold.micronaut.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.PropertySource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ApiKeysTest {

    private static final String SHA256 = SecurityTest.sha256("foo");

    private static ApiKeys read(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("micronaut.application.name", "svc");
        return ApiKeys.in(new DefaultEnvironment(() -> List.of("test"))
                .addPropertySource(PropertySource.of(all))
                .start());
    }

    private static Map<String, Object> key(String name, Object sha256, Object roles) {
        return Map.of("keyfold.api-keys." + name + ".key-sha256", sha256, "keyfold.api-keys." + name + ".roles", roles);
    }

    @Test
    void find_aKey_isKnownByNameAndRoles() {
        ApiKeys keys = read(key("Risk_team.a", SHA256, List.of("keyfold-read", "own")));

        assertThat(keys.find("foo")).hasValueSatisfying(key -> {
            assertThat(key.name()).isEqualTo("Risk_team.a");
            assertThat(key.roles()).containsExactlyInAnyOrder("keyfold-read", "own");
        });
        assertThat(keys.find("fo")).isEmpty();
        assertThat(keys.find("")).isEmpty();
        assertThat(keys.find(SHA256)).isEmpty();
    }

    @Test
    void in_capitalsInTheHash_areTheSame() {
        assertThat(read(key("risk", SHA256.toUpperCase(Locale.ROOT), "keyfold-read"))
                        .find("foo"))
                .isPresent();
    }

    @Test
    void in_noneSet_knowsNobody() {
        assertThat(read(Map.of()).find("foo")).isEmpty();
    }

    @Test
    void in_theKeyItselfForItsHash_isRefusedAndNotPrinted() {
        assertThatThrownBy(() -> read(key("risk", "the-key-itself", "keyfold-read")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.api-keys.risk.key-sha256: a text of 14 (expected: 64 hexadecimal"
                        + " digits, the SHA-256 of the key and not the key itself)");
    }

    @Test
    void in_somethingMissingOrUnknown_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.api-keys.risk.roles", "keyfold-read")))
                .hasMessageStartingWith("Cannot start svc: keyfold.api-keys.risk.key-sha256: missing (expected: ");
        assertThatThrownBy(() -> read(Map.of("keyfold.api-keys.risk.key-sha256", SHA256)))
                .hasMessageStartingWith("Cannot start svc: keyfold.api-keys.risk.roles: missing (expected: ");
        assertThatThrownBy(() -> read(key("risk", SHA256, "keyfold-reed")))
                .hasMessageStartingWith("Cannot start svc: keyfold.api-keys.risk.roles: keyfold-reed (expected: ");
        assertThatThrownBy(() -> read(Map.of("keyfold.api-keys.risk.key", "x")))
                .hasMessageStartingWith("Cannot start svc: keyfold.api-keys.risk.key: unknown (expected: ")
                .hasMessageNotContaining("x)");
    }

    @Test
    void in_oneKeyTwice_isRefused() {
        Map<String, Object> settings = new HashMap<>(key("a", SHA256, "keyfold-read"));
        settings.putAll(key("b", SHA256, "keyfold-admin"));

        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start svc: keyfold.api-keys.a.key-sha256: the same as of b (expected: another key)");
    }

    @Test
    void toString_hasNoHash() {
        ApiKeys keys = read(key("risk", SHA256, "keyfold-read"));

        assertThat(keys.toString()).contains("risk").doesNotContain(SHA256);
        assertThat(keys.find("foo").orElseThrow().toString()).isEqualTo("ApiKey[risk [keyfold-read]]");
    }
}
