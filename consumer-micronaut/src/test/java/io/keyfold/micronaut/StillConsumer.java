package io.keyfold.micronaut;

import io.keyfold.UpsertConsumer;
import io.keyfold.micronaut.config.StartCheck;
import io.keyfold.schemas.TableContracts;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import java.nio.file.Path;
import java.util.List;

/** A consumer that was never started, for servers of which no table is asked: it needs no broker. */
@Factory
@Requires(property = StillConsumer.PROPERTY)
public final class StillConsumer {

    public static final String PROPERTY = "test.still-consumer";

    @Context
    @Bean(preDestroy = "close")
    @Replaces(UpsertConsumer.class)
    UpsertConsumer consumer(Environment environment, List<StartCheck> checks) {
        checks.forEach(StartCheck::check);
        return UpsertConsumer.builder("still")
                .bootstrapServers("127.0.0.1:1")
                .stateDir(Path.of("target", "still-consumer"))
                .table(TableContracts.named("dwd_order_item"))
                .build();
    }
}
