package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A diagnosis of a topic or of this instance, for people.
 *
 * @param id its kind, such as {@code foreign-records}: the same one means the same thing for ever
 * @param severity how much it matters
 * @param sentence what is the matter; names positions and columns, never contents
 * @param advice what to do
 * @param since when it was first noticed; empty where that is not known
 */
public record Finding(String id, Severity severity, String sentence, String advice, Optional<Instant> since) {

    /** Refuses a finding that does not say what is the matter, or what to do. */
    public Finding {
        requireNonNull(id, "id");
        requireNonNull(severity, "severity");
        requireNonNull(since, "since");
        if (requireNonNull(sentence, "sentence").isBlank()
                || requireNonNull(advice, "advice").isBlank()) {
            throw new IllegalArgumentException("finding " + id + ": silent (expected: a sentence and an advice)");
        }
    }
}
