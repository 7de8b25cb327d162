package io.keyfold.store;

import static java.util.Objects.requireNonNull;

/**
 * What a look at the topics, or at what they carry, found that stops nothing and that somebody should look at.
 *
 * @param id which kind it is, such as {@code delete-retention}
 * @param weight how much it matters
 * @param about what it is about: a topic, or a partition of one, such as {@code orders-3}
 * @param sentence what was found
 * @param advice what can be done
 */
public record TopicNote(String id, Weight weight, String about, String sentence, String advice) {

    /** How much it matters. */
    public enum Weight {
        /** Good to know. */
        INFO,
        /** Somebody should look. */
        WARNING,
        /** Something is wrong or will be. */
        ERROR
    }

    /** Refuses one that says nothing. */
    public TopicNote {
        requireNonNull(id, "id");
        requireNonNull(weight, "weight");
        requireNonNull(about, "about");
        requireNonNull(sentence, "sentence");
        requireNonNull(advice, "advice");
    }
}
