package io.keyfold.store;

import static java.util.Objects.requireNonNull;

/**
 * What a look at the topics found that stops nothing and that somebody should look at.
 *
 * @param id which kind it is, such as {@code delete-retention}
 * @param sentence what was found
 * @param advice what can be done
 */
public record TopicNote(String id, String sentence, String advice) {

    /** Refuses one that says nothing. */
    public TopicNote {
        requireNonNull(id, "id");
        requireNonNull(sentence, "sentence");
        requireNonNull(advice, "advice");
    }
}
