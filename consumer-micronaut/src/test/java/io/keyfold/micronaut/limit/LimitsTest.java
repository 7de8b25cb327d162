package io.keyfold.micronaut.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.PropertySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LimitsTest {

    private static Limits read(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("micronaut.application.name", "svc");
        return Limits.in(new DefaultEnvironment(() -> List.of("test"))
                .addPropertySource(PropertySource.of(all))
                .start());
    }

    @Test
    void in_nothingSet_isTheDefault() {
        assertThat(read(Map.of())).isEqualTo(new Limits(10_000, 1_000, 100_000, 0, 32, 100));
    }

    @Test
    void in_everything_isRead() {
        assertThat(read(Map.of(
                        "keyfold.limits.page-size", 1,
                        "keyfold.limits.batch-keys", "2",
                        "keyfold.limits.scan-rows", 3,
                        "keyfold.limits.requests-per-second", 4,
                        "keyfold.limits.concurrent-scans", 5,
                        "keyfold.limits.concurrent-changes", 6)))
                .isEqualTo(new Limits(1, 2, 3, 4, 5, 6));
    }

    @Test
    void in_wrong_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.limits.page-size", "10001")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.limits.page-size: 10001 (expected: 1 .. 10000)");
        assertThatThrownBy(() -> read(Map.of("keyfold.limits.scan-rows", "many")))
                .hasMessage("Cannot start svc: keyfold.limits.scan-rows: many (expected: a whole number)");
        assertThatThrownBy(() -> read(Map.of("keyfold.limits.concurrent-scans", 0)))
                .hasMessage("Cannot start svc: keyfold.limits.concurrent-scans: 0 (expected: 1 or more)");
        assertThatThrownBy(() -> read(Map.of("keyfold.limits.requests", 1)))
                .hasMessageStartingWith("Cannot start svc: keyfold.limits.requests: unknown (expected: one of [");
    }
}
