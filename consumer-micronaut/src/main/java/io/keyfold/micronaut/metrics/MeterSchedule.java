package io.keyfold.micronaut.metrics;

import io.keyfold.UpsertConsumer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.TaskScheduler;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meters of all tables and of their stores, brought up to date every five seconds.
 *
 * <p>Not by {@code @Scheduled}: such a method looks its bean up each time, and one that runs while the context closes
 * makes the bean, and with it the consumer, once more.
 */
@Context
@Requires(beans = MeterRegistry.class)
final class MeterSchedule {

    private static final Logger LOG = LoggerFactory.getLogger(MeterSchedule.class);

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final List<TableMeters> tables;
    private final ScheduledFuture<?> following;

    MeterSchedule(
            MeterRegistry registry,
            UpsertConsumer consumer,
            RequestsInFlight requests,
            @Named(TaskExecutors.SCHEDULED) TaskScheduler scheduler) {
        RequestMeters.register(registry, requests);
        StoreMeters.register(registry, consumer);
        this.tables = consumer.tables().stream()
                .map(name -> TableMeters.register(registry, consumer.table(name)))
                .toList();
        this.following = scheduler.scheduleWithFixedDelay(EVERY, EVERY, this::follow);
    }

    private void follow() {
        try {
            tables.forEach(TableMeters::follow);
        } catch (RuntimeException e) { // one that is thrown ends a schedule
            LOG.warn("The meters of the tables are not up to date: {}", e.toString());
        }
    }

    @PreDestroy
    void stop() {
        following.cancel(false);
    }
}
