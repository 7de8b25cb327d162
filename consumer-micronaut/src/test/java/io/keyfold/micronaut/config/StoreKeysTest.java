package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.PropertySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The keys that say how tables are kept. */
final class StoreKeysTest {

    private static KeyfoldSettings read(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "micronaut.application.name",
                "svc",
                "keyfold.bootstrap-servers",
                "localhost:9092",
                "keyfold.tables.dwd_order_item.contract",
                "dwd_order_item"));
        settings.putAll(more);
        return KeyfoldSettings.in(new DefaultEnvironment(() -> List.of("test"))
                .addPropertySource(PropertySource.of(settings))
                .start());
    }

    @Test
    void in_nothingSet_leavesTheDefaultsToTheCore() {
        KeyfoldSettings settings = read(Map.of());

        assertThat(settings.materialization()).isEmpty();
        assertThat(settings.storeMemoryBytes()).isEmpty();
    }

    @Test
    void in_storeKeys_areRead() {
        KeyfoldSettings settings =
                read(Map.of("keyfold.materialization", "CHANGELOG", "keyfold.store-memory-bytes", "33554432"));

        assertThat(settings.materialization()).contains(Materialization.CHANGELOG);
        assertThat(settings.storeMemoryBytes()).contains(33_554_432L);
    }

    @Test
    void in_changeKeys_areRead() {
        KeyfoldSettings settings = read(Map.of("keyfold.changes.log-bytes", "0", "keyfold.changes.heartbeat", "5s"));

        assertThat(settings.changeLogBytes()).contains(0L);
        assertThat(read(Map.of()).changeLogBytes()).isEmpty();
    }

    @Test
    void in_changeKeysThatAreWrong_areNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.changes.log-size", "1")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.changes.log-size: unknown (expected: one of [heartbeat,"
                        + " log-bytes])");
        assertThatThrownBy(() -> read(Map.of("keyfold.changes.heartbeat", "soon")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.changes.heartbeat: soon (expected: a duration such as 15s)");
    }

    @Test
    void in_materializationThatIsNone_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.materialization", "SOMEWHERE")))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "Cannot start svc: keyfold.materialization: SOMEWHERE (expected: SOURCE_TOPIC or CHANGELOG)");
    }

    @Test
    void in_memoryThatIsNoNumber_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.store-memory-bytes", "64MB")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.store-memory-bytes: 64MB (expected: a whole number of bytes)");
    }
}
