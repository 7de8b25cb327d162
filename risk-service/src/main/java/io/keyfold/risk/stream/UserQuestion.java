package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.Item;
import org.jspecify.annotations.Nullable;

/**
 * What is asked about a user.
 *
 * @param userId who
 * @param candidate an item that the user might buy, or that might become so; null if nothing is to be tried
 */
public record UserQuestion(String userId, @Nullable Item candidate) {

    /** Refuses a question about nobody. */
    public UserQuestion {
        requireNonNull(userId, "userId");
    }
}
