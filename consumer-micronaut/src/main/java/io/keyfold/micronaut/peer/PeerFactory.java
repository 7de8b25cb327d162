package io.keyfold.micronaut.peer;

import io.keyfold.UpsertConsumer;
import io.keyfold.config.PeerSettings;
import io.keyfold.micronaut.metrics.PeerMeters;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Optional;

/** Makes what instances ask each other with, if the settings say how. */
@Factory
final class PeerFactory {

    @Singleton
    @Requires(property = ConfiguredPeers.ADDRESS)
    PeerSetup setup(Environment environment) {
        return ConfiguredPeers.in(environment)
                .orElseThrow(
                        () -> new IllegalStateException("Cannot set up " + ConfiguredPeers.ADDRESS + ": it is gone"));
    }

    @Singleton
    @Bean(preDestroy = "close")
    @Requires(property = ConfiguredPeers.ADDRESS)
    SignedPeerTransport transport(PeerSetup setup, PeerMeters meters) {
        return new SignedPeerTransport(setup, meters, Clock.systemUTC());
    }

    /** {@return what the consumer is told; a service without is asked for all its tables all the same} */
    @Singleton
    PeerSettings settings(Environment environment, Optional<PeerSetup> setup, Optional<SignedPeerTransport> transport) {
        if (setup.isEmpty() || transport.isEmpty()) {
            ConfiguredPeers.in(environment); // refuses half of it
            return PeerSettings.MISSING;
        }
        return PeerSettings.of(setup.get().address(), transport.get())
                .timeout(setup.get().timeout());
    }

    @Singleton
    @Requires(property = ConfiguredPeers.ADDRESS)
    PeerAnswers answers(UpsertConsumer consumer) {
        return consumer::answerPeer;
    }
}
