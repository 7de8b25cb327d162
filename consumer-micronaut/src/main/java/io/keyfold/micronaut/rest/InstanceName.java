package io.keyfold.micronaut.rest;

import io.keyfold.UpsertConsumer;
import io.keyfold.config.PeerAddress;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;
import java.util.Optional;

/** By what this instance is told from the others: {@code keyfold.instance-id}, or where they ask it; nothing if neither is set. */
@Singleton
final class InstanceName {

    private final Optional<String> text;

    InstanceName(UpsertConsumer consumer, Environment environment) {
        this.text = environment
                .getProperty("keyfold.instance-id", String.class)
                .or(() -> consumer.address().map(PeerAddress::toString));
    }

    Optional<String> text() {
        return text;
    }
}
