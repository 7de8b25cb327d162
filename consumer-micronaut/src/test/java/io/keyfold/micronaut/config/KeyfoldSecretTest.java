package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.PropertySource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class KeyfoldSecretTest {

    private static final String TEXT = "a-secret-that-only-the-tests-know-1";

    private static Optional<KeyfoldSecret> read(Map<String, Object> settings) {
        return KeyfoldSecret.in(new DefaultEnvironment(() -> List.of("test"))
                .addPropertySource(PropertySource.of(settings))
                .start());
    }

    @Test
    void in_nothingSet_isNone() {
        assertThat(read(Map.of())).isEmpty();
    }

    @Test
    void in_tooShort_isRefusedWithoutBeingPrinted() {
        assertThatThrownBy(() -> read(Map.of("micronaut.application.name", "svc", "keyfold.secret", "a".repeat(31))))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.secret: 31 characters (expected: 32 or more)");
    }

    @Test
    void derive_oneLabel_isOneKey() {
        KeyfoldSecret secret = read(Map.of("keyfold.secret", TEXT)).orElseThrow();

        assertThat(HexFormat.of().formatHex(secret.derive("a")))
                .isEqualTo("ce368c12d29933fa7dd7db13c6adcf7fe059e07541294f551ec59a621e587b53");
        assertThat(secret.derive("a")).isNotEqualTo(secret.derive("b"));
    }

    @Test
    void toString_secret_isNotInIt() {
        assertThat(read(Map.of("keyfold.secret", TEXT)).orElseThrow()).hasToString("keyfold.secret");
    }
}
