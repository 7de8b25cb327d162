package io.keyfold.micronaut.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** The meters of clients that follow tables. Any thread. */
@Singleton
@Requires(beans = MeterRegistry.class)
public final class ChangeMeters {

    private final MeterRegistry registry;
    private final AtomicInteger open = new AtomicInteger();

    ChangeMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("keyfold.change.streams", open, AtomicInteger::get)
                .description("Clients that follow a table's changes right now")
                .register(registry);
    }

    /** A client has come. */
    public void opened() {
        open.incrementAndGet();
    }

    /** A client has gone. */
    public void closed() {
        open.decrementAndGet();
    }

    /**
     * Places in partitions could not be gone on from.
     *
     * @param table of which table
     * @param partitions how many
     */
    public void reset(String table, int partitions) {
        registry.counter("keyfold.change.resets", "table", table).increment(partitions);
    }
}
