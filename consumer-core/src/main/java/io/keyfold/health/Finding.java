package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A diagnosis of a topic or of this instance, for people.
 *
 * @param id its kind, such as {@code foreign-records}: the same one means the same thing for ever
 * @param about what it is about: a table, a topic, or a partition such as {@code dwd_order_item-3}; with the id it tells which
 *     findings are the same
 * @param severity how much it matters
 * @param sentence what is the matter; names positions and columns, never contents
 * @param advice what to do
 * @param since when it was first noticed; empty where that is not known
 */
public record Finding(
        String id, String about, Severity severity, String sentence, String advice, Optional<Instant> since) {

    /** Refuses a finding that does not say what is the matter, or what to do. */
    public Finding {
        requireNonNull(id, "id");
        requireNonNull(about, "about");
        requireNonNull(severity, "severity");
        requireNonNull(since, "since");
        if (requireNonNull(sentence, "sentence").isBlank()
                || requireNonNull(advice, "advice").isBlank()) {
            throw new IllegalArgumentException("finding " + id + ": silent (expected: a sentence and an advice)");
        }
    }

    Finding since(Instant first) {
        return new Finding(id, about, severity, sentence, advice, Optional.of(first));
    }
}
