package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.Item;
import org.jspecify.annotations.Nullable;

/**
 * What is asked about a user.
 *
 * @param userId who
 * @param wantsHistory whether what happened to the user's alerts is asked for
 * @param candidate an item that the user might buy, or that might become so; null if nothing is to be tried
 */
public record UserQuestion(
        String userId, boolean wantsHistory, @Nullable Item candidate) {

    /** Refuses a question about nobody. */
    public UserQuestion {
        requireNonNull(userId, "userId");
    }

    /**
     * {@return what the user's items come to}
     *
     * @param userId who
     */
    public static UserQuestion exposure(String userId) {
        return new UserQuestion(userId, false, null);
    }

    /**
     * {@return what happened to the user's alerts}
     *
     * @param userId who
     */
    public static UserQuestion history(String userId) {
        return new UserQuestion(userId, true, null);
    }

    /**
     * {@return what if}
     *
     * @param userId who
     * @param candidate an item that the user might buy, or that might become so
     */
    public static UserQuestion whatIf(String userId, Item candidate) {
        return new UserQuestion(userId, false, candidate);
    }
}
