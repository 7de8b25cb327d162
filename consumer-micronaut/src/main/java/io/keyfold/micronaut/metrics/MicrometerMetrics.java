package io.keyfold.micronaut.metrics;

import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.metrics.PartitionAudit;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;

/** Counts and times what happens to the tables, in Micrometer's words. */
@Singleton
@Requires(beans = MeterRegistry.class)
final class MicrometerMetrics implements ConsumerMetrics {

    private final MeterRegistry registry;

    MicrometerMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void entered(String table, int partition, String state) {
        registry.counter("keyfold.partition.transitions", "table", table, "state", state)
                .increment();
    }

    @Override
    public void found(String table, String finding) {
        registry.counter("keyfold.findings", "table", table, "finding", finding).increment();
    }

    @Override
    public void restored(String table, int partition, long records, Duration took) {
        registry.timer("keyfold.restore", "table", table).record(took);
    }

    @Override
    public void audited(String table, PartitionAudit report) {
        registry.timer(
                        "keyfold.audit",
                        "table",
                        table,
                        "kind",
                        report.kind().name().toLowerCase(Locale.ROOT),
                        "outcome",
                        report.inconclusive().isPresent() ? "inconclusive" : "conclusive")
                .record(report.took());
    }

    @Override
    public void threadDied(String table) {
        registry.counter("keyfold.thread.deaths", "table", table).increment();
    }
}
