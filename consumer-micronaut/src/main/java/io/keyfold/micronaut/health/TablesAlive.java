package io.keyfold.micronaut.health;

import io.keyfold.UpsertConsumer;
import io.keyfold.health.TableStatus;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Liveness;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Liveness: down only when a table has stopped for good, which a restart may cure. A restore, however long, is alive. */
@Liveness
@Singleton
final class TablesAlive implements HealthIndicator {

    private final UpsertConsumer consumer;

    TablesAlive(UpsertConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Mono.fromSupplier(this::result);
    }

    private HealthResult result() {
        Map<String, String> tables = new LinkedHashMap<>();
        boolean alive = true;
        for (String name : consumer.tables()) {
            TableStatus status = consumer.table(name).status();
            alive &= status.isLive();
            tables.put(name, status.failure().orElse("alive"));
        }
        return HealthResult.builder("keyfold-alive", alive ? HealthStatus.UP : HealthStatus.DOWN)
                .details(tables)
                .build();
    }
}
