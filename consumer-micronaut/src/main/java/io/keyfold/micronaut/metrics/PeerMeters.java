package io.keyfold.micronaut.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/** Times and counts what instances ask each other. Does nothing where nobody gathers metrics. */
@Singleton
public final class PeerMeters {

    private final Optional<MeterRegistry> registry;

    /**
     * For the container.
     *
     * @param registry where the meters are
     */
    public PeerMeters(Optional<MeterRegistry> registry) {
        this.registry = registry;
    }

    /**
     * Another instance was asked.
     *
     * @param outcome {@code answered}, {@code failed} or {@code refused}
     * @param took until this instance knew
     */
    public void asked(String outcome, Duration took) {
        registry.ifPresent(meters ->
                meters.timer("keyfold.peer.questions", "outcome", outcome).record(took));
    }

    /**
     * A question that came was not answered.
     *
     * @param reason why, in one word
     */
    public void refused(String reason) {
        registry.ifPresent(meters ->
                meters.counter("keyfold.peer.refused", "reason", reason).increment());
    }
}
