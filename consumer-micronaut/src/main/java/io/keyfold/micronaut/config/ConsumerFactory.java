package io.keyfold.micronaut.config;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.config.PeerSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.schemas.ContractException;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.env.Environment;
import java.util.List;
import java.util.Optional;

/**
 * Makes the one consumer: started while the application starts, before the HTTP server answers, and closed with the
 * application.
 */
@Factory
final class ConsumerFactory {

    /** Over HTTP changes are told unless somebody wants none. */
    private static final long CHANGE_LOG_BYTES = 16L << 20;

    /**
     * {@return the consumer, started}
     *
     * @throws StartException in one sentence, if a setting is wrong or the consumer cannot start
     * @throws ContractException in one sentence, if a contract is
     */
    @Context
    @Bean(preDestroy = "close")
    UpsertConsumer consumer(
            Environment environment, List<StartCheck> checks, Optional<ConsumerMetrics> metrics, PeerSettings peers) {
        ServerPort.requireFree(environment);
        KeyfoldSettings settings = KeyfoldSettings.in(environment);
        checks.forEach(StartCheck::check);
        UpsertConsumer consumer = build(settings, metrics, peers);
        try {
            consumer.start();
        } catch (RuntimeException e) {
            consumer.close(); // or its threads outlive a context that has no such bean
            throw e;
        }
        return consumer;
    }

    private static UpsertConsumer build(
            KeyfoldSettings settings, Optional<ConsumerMetrics> metrics, PeerSettings peers) {
        try {
            UpsertConsumerBuilder builder =
                    UpsertConsumer.builder(settings.consumer()).bootstrapServers(settings.bootstrapServers());
            settings.stateDir().ifPresent(builder::stateDir);
            settings.instanceId().ifPresent(builder::instanceId);
            settings.streamThreads().ifPresent(builder::streamThreads);
            settings.startTimeout().ifPresent(builder::startTimeout);
            settings.materialization().ifPresent(builder::materialization);
            settings.storeMemoryBytes().ifPresent(builder::storeMemoryBytes);
            builder.changeLogBytes(settings.changeLogBytes().orElse(CHANGE_LOG_BYTES));
            settings.tables().forEach(builder::table);
            metrics.ifPresent(builder::metrics);
            return builder.peers(peers)
                    .streamsOverrides(settings.streamsOverrides())
                    .build();
        } catch (ContractException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new StartException(settings.consumer(), String.valueOf(e.getMessage()), e);
        }
    }
}
