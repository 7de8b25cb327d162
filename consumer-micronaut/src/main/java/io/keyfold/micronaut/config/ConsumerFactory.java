package io.keyfold.micronaut.config;

import static io.keyfold.config.Materialization.CHANGELOG;
import static io.keyfold.config.Materialization.SOURCE_TOPIC;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertConsumerBuilder;
import io.keyfold.config.PeerSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.schemas.ContractException;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedTopology;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.env.Environment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes the one consumer: started while the application starts, before the HTTP server answers, and closed with the
 * application. An application that derives something from its tables has a {@link DerivedTopology} bean, and, to answer questions to
 * it, a {@link DerivedDesk} bean; neither is made with the consumer, which is not there yet.
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
            Environment environment,
            List<StartCheck> checks,
            Optional<ConsumerMetrics> metrics,
            PeerSettings peers,
            Optional<DerivedTopology> topology,
            Optional<DerivedDesk> desk) {
        ServerPort.requireFree(environment);
        KeyfoldSettings settings = KeyfoldSettings.in(environment);
        requireWhole(settings, topology, desk);
        checks.forEach(StartCheck::check);
        UpsertConsumer consumer = build(settings, builder -> {
            metrics.ifPresent(builder::metrics);
            builder.peers(peers);
            topology.ifPresent(derived ->
                    desk.ifPresentOrElse(asked -> builder.topology(derived, asked), () -> builder.topology(derived)));
        });
        try {
            consumer.start();
        } catch (RuntimeException e) {
            consumer.close(); // or its threads outlive a context that has no such bean
            throw e;
        }
        return consumer;
    }

    /** In the words of the settings and beans that a user has here. */
    private static void requireWhole(
            KeyfoldSettings settings, Optional<DerivedTopology> topology, Optional<DerivedDesk> desk) {
        if (topology.isEmpty() && desk.isPresent()) {
            throw new StartException(
                    settings.consumer(),
                    "there is a DerivedDesk bean, which answers out of what a topology derives, and no DerivedTopology bean;"
                            + " add one");
        }
        if (topology.isPresent() && settings.materialization().orElse(SOURCE_TOPIC) != CHANGELOG) {
            throw new StartException(
                    settings.consumer(),
                    "there is a DerivedTopology bean, and keyfold.materialization is SOURCE_TOPIC; set it to CHANGELOG: a"
                            + " mirror of the source topic loses what a row was before when its disk is lost, and what is"
                            + " derived from it would be wrong for ever");
        }
    }

    private static UpsertConsumer build(KeyfoldSettings settings, Consumer<UpsertConsumerBuilder> beans) {
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
            beans.accept(builder);
            return builder.streamsOverrides(settings.streamsOverrides()).build();
        } catch (ContractException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new StartException(settings.consumer(), String.valueOf(e.getMessage()), e);
        }
    }
}
