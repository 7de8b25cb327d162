package io.keyfold.micronaut.config;

import io.keyfold.UpsertConsumer;
import io.keyfold.schemas.TableContracts;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;

/** A consumer that reads nothing, for servers without a broker. */
@Factory
@Requires(property = UnstartedConsumer.WANTED)
public final class UnstartedConsumer {

    /** A server that sets it has this consumer instead of its own. */
    public static final String WANTED = "test.unstarted-consumer";

    @Context // as what it replaces
    @Bean(preDestroy = "close")
    @Replaces(value = UpsertConsumer.class, factory = ConsumerFactory.class)
    UpsertConsumer consumer() {
        return UpsertConsumer.builder("c")
                .bootstrapServers("127.0.0.1:1")
                .table(TableContracts.named("dwd_order_item"))
                .build();
    }
}
