package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Gauges of partitions over a table without a broker. */
final class PartitionMetersTest {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));
    private final PartitionMeters meters = new PartitionMeters(registry, driver.table());

    @AfterEach
    void close() {
        registry.close();
        driver.close();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    @Test
    void state_onePartition_isOneOfThem() {
        driver.rawText(KEY, KEY);

        meters.follow();

        assertThat(gauge("keyfold.partition.state", "partition", "0", "state", "READY"))
                .isEqualTo(1);
        assertThat(gauge("keyfold.partition.state", "partition", "0", "state", "STALLED"))
                .isZero();
    }

    @Test
    void follow_again_keepsGaugesThatTellWhatIsNow() {
        driver.rawText(KEY, KEY);
        meters.follow();
        Gauge before = registry.get("keyfold.partition.position").gauge();

        driver.rawText(KEY, KEY);
        meters.follow();

        assertThat(registry.get("keyfold.partition.position").gauge()).isSameAs(before);
        assertThat(before.value()).isEqualTo(2);
    }

    @Test
    void waiting_noOpenTransaction_isNothing() {
        driver.rawText(KEY, KEY);

        meters.follow();

        assertThat(gauge("keyfold.partition.waiting")).isZero();
        assertThat(gauge("keyfold.partition.waiting.age")).isZero();
        assertThat(gauge("keyfold.partition.open.transaction", "verdict", "HANGING"))
                .isZero();
        assertThat(gauge("keyfold.partition.restore.left")).isZero();
        assertThat(gauge("keyfold.partition.audit.left")).isZero();
    }

    @Test
    void age_timeThatIsKnown_isInSeconds() {
        MockClock clock = new MockClock();
        Instant at = Instant.ofEpochMilli(clock.wallTime());

        clock.add(Duration.ofMillis(1_500));

        assertThat(PartitionMeters.age(Optional.of(at), clock)).isEqualTo(1.5);
    }

    @Test
    void age_clockThatWentBack_isNotNegative() {
        MockClock clock = new MockClock();

        assertThat(PartitionMeters.age(Optional.of(Instant.ofEpochMilli(clock.wallTime() + 2_000)), clock))
                .isZero();
    }

    @Test
    void age_timeThatIsNotKnown_isNoNumber() {
        assertThat(PartitionMeters.age(Optional.empty(), new MockClock())).isNaN();
    }
}
