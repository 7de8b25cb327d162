package io.keyfold.micronaut.metrics;

import io.keyfold.UpsertConsumer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.annotation.Scheduled;
import java.util.List;

/** The meters of all tables and of their stores, brought up to date every five seconds. */
@Context
@Requires(beans = MeterRegistry.class)
final class MeterSchedule {

    private final List<TableMeters> tables;

    MeterSchedule(MeterRegistry registry, UpsertConsumer consumer, RequestsInFlight requests) {
        RequestMeters.register(registry, requests);
        StoreMeters.register(registry, consumer);
        this.tables = consumer.tables().stream()
                .map(name -> TableMeters.register(registry, consumer.table(name)))
                .toList();
    }

    @Scheduled(fixedDelay = "5s", initialDelay = "5s")
    void follow() {
        tables.forEach(TableMeters::follow);
    }
}
