package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.UpsertConsumer;
import io.keyfold.health.TableStatus;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Readiness: up when every table is ready; else it says which is not, why, and how far each partition is. */
@Readiness
@Singleton
final class TablesReady implements HealthIndicator {

    private final UpsertConsumer consumer;

    TablesReady(UpsertConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Mono.fromSupplier(this::result);
    }

    private HealthResult result() {
        Map<String, TableHealth> tables = new LinkedHashMap<>();
        boolean ready = true;
        for (String name : consumer.tables()) {
            TableStatus status = consumer.table(name).status();
            ready &= status.isReady();
            tables.put(name, TableHealth.of(status));
        }
        return HealthResult.builder("keyfold-ready", ready ? HealthStatus.UP : HealthStatus.DOWN)
                .details(tables)
                .build();
    }

    @JsonInclude(JsonInclude.Include.ALWAYS)
    private record TableHealth(boolean ready, @Nullable String reason, List<PartitionReply> partitions) {

        static TableHealth of(TableStatus status) {
            return new TableHealth(
                    status.isReady(),
                    ReadinessReason.of(status).orElse(null),
                    status.partitions().stream().map(PartitionReply::of).toList());
        }
    }
}
