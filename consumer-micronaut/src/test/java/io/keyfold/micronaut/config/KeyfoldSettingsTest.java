package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.micronaut.context.env.DefaultEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KeyfoldSettingsTest {

    private static KeyfoldSettings read(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "micronaut.application.name",
                "svc",
                "keyfold.bootstrap-servers",
                "localhost:9092",
                "keyfold.tables.dwd_order_item.contract",
                "dwd_order_item"));
        settings.putAll(more);
        Environment environment = new DefaultEnvironment(() -> List.of("test"));
        return KeyfoldSettings.in(
                environment.addPropertySource(PropertySource.of(settings)).start());
    }

    @Test
    void in_onlyWhatIsRequired_setsNothingElse() {
        KeyfoldSettings settings = read(Map.of());

        assertThat(settings.consumer()).isEqualTo("svc");
        assertThat(settings.bootstrapServers()).isEqualTo("localhost:9092");
        assertThat(settings.stateDir()).isEmpty();
        assertThat(settings.instanceId()).isEmpty();
        assertThat(settings.streamThreads()).isEmpty();
        assertThat(settings.startTimeout()).isEmpty();
        assertThat(settings.streamsOverrides()).isEmpty();
        assertThat(settings.tables()).hasSize(1);
    }

    @Test
    void in_everything_isRead() {
        KeyfoldSettings settings = read(Map.of(
                "keyfold.consumer", "orders",
                "keyfold.state-dir", "/var/lib/keyfold",
                "keyfold.instance-id", "a-1",
                "keyfold.stream-threads", "3",
                "keyfold.start-timeout", "5s",
                "keyfold.streams-overrides.main.consumer.max.poll.records", 50));

        assertThat(settings.consumer()).isEqualTo("orders");
        assertThat(settings.stateDir()).contains(Path.of("/var/lib/keyfold"));
        assertThat(settings.instanceId()).contains("a-1");
        assertThat(settings.streamThreads()).contains(3);
        assertThat(settings.startTimeout()).contains(Duration.ofSeconds(5));
        assertThat(settings.streamsOverrides()).containsExactly(Map.entry("main.consumer.max.poll.records", "50"));
    }

    @Test
    void in_nameWithUnderscoresAndCapitals_staysAsItStands() {
        KeyfoldSettings settings = read(Map.of("keyfold.tables.Orders_v2.contract", "dwd_order_item"));

        assertThat(settings.tables()).hasSize(2);
    }

    @Test
    void in_valueThatDoesNotFit_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.stream-threads", "many")))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start svc: keyfold.stream-threads: many (expected: a whole number)");
    }

    @Test
    void in_unknownSetting_isNamed() {
        assertThatThrownBy(() -> read(Map.of("keyfold.state_directory", "x")))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("Cannot start svc: keyfold.state-directory: unknown (expected: one of [");
    }

    @Test
    void toString_rawKafkaProperties_areNamedWithoutTheirValues() {
        KeyfoldSettings settings = read(Map.of("keyfold.streams-overrides.sasl.jaas.config", "password=hush"));

        assertThat(settings.toString()).contains("sasl.jaas.config").doesNotContain("hush");
    }
}
