package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MicrometerMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMetrics metrics = new MicrometerMetrics(registry);

    @Test
    void entered_states_areCountedEach() {
        metrics.entered("orders", 3, "STALLED");
        metrics.entered("orders", 4, "STALLED");
        metrics.entered("orders", 3, "READY");

        assertThat(registry.get("keyfold.partition.transitions")
                        .tag("state", "STALLED")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void found_finding_isCountedByItsId() {
        metrics.found("orders", "open-transaction");

        assertThat(registry.get("keyfold.findings")
                        .tag("finding", "open-transaction")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void restored_restore_isTimed() {
        metrics.restored("orders", 3, 1_000, Duration.ofSeconds(4));

        assertThat(registry.get("keyfold.restore").timer().totalTime(TimeUnit.SECONDS))
                .isEqualTo(4);
    }

    @Test
    void audited_auditThatSaysNothing_isTimedAsSuch() {
        metrics.audited(
                "orders",
                new PartitionAudit(
                        3,
                        AuditKind.ZOMBIES,
                        Instant.EPOCH,
                        Duration.ofSeconds(2),
                        10,
                        8,
                        0,
                        0,
                        0,
                        512,
                        Optional.of("it is closing")));

        assertThat(registry.get("keyfold.audit")
                        .tags("kind", "zombies", "outcome", "inconclusive")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void threadDied_thread_isCounted() {
        metrics.threadDied("orders");

        assertThat(registry.get("keyfold.thread.deaths").counter().count()).isEqualTo(1);
    }
}
