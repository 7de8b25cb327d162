package io.keyfold.micronaut.metrics;

import io.keyfold.UpsertConsumer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** The meters of what the stores of all tables share. Each reads the usage when it is asked. */
final class StoreMeters {

    private StoreMeters() {}

    static void register(MeterRegistry registry, UpsertConsumer consumer) {
        Gauge.builder(
                        "keyfold.store.open.cursors",
                        consumer,
                        c -> c.storeUsage().openCursors())
                .description("Listings that are walking rows right now; 0 while nobody lists")
                .register(registry);
        Gauge.builder("keyfold.store.used.bytes", consumer, c -> c.storeUsage().usedBytes())
                .description("Block cache, write buffers and rows not yet committed, of all tables")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("keyfold.store.limit.bytes", consumer, c -> c.storeUsage().limitBytes())
                .description("What the settings allow the stores of all tables")
                .baseUnit("bytes")
                .register(registry);
    }
}
