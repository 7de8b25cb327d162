package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.UpsertConsumer;
import io.keyfold.schemas.TableContracts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** Meters over the stores of a consumer that has not started. */
final class StoreMetersTest {

    private static final long LIMIT_BYTES = 17L << 20;

    @Test
    void register_consumer_hasCursorsUsageAndLimit() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (UpsertConsumer consumer = UpsertConsumer.builder("c")
                .bootstrapServers("127.0.0.1:1")
                .storeMemoryBytes(LIMIT_BYTES)
                .table(TableContracts.named("dwd_order_item"))
                .build()) {
            StoreMeters.register(registry, consumer);

            assertThat(registry.get("keyfold.store.open.cursors").gauge().value())
                    .isZero();
            assertThat(registry.get("keyfold.store.used.bytes").gauge().value()).isZero();
            assertThat(registry.get("keyfold.store.limit.bytes").gauge().value())
                    .isEqualTo(LIMIT_BYTES);
        }
    }
}
