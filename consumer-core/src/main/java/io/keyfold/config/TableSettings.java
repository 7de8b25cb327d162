package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;

/**
 * One table of a consumer.
 *
 * @param contract what its topic holds
 * @param deadLetterTopic where its bad records go; not the source topic
 */
public record TableSettings(TableContract contract, String deadLetterTopic) {

    /** Refuses a dead-letter topic that is the source topic: that is a loop. */
    public TableSettings {
        requireNonNull(contract, "contract");
        requireNonNull(deadLetterTopic, "deadLetterTopic");
        if (deadLetterTopic.isBlank() || deadLetterTopic.equals(contract.topic())) {
            throw new IllegalArgumentException("deadLetterTopic of " + contract.name() + ": " + deadLetterTopic
                    + " (expected: a topic other than the source topic)");
        }
    }
}
