package io.keyfold.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was read of an index or a total, or why it cannot be read yet.
 *
 * @param result what was read; null if it is not built
 * @param unavailable why there is nothing; empty if there is
 */
record Built<T>(@Nullable T result, Optional<String> unavailable) {

    static <T> Built<T> of(T result) {
        return new Built<>(result, Optional.empty());
    }

    static <T> Built<T> not(String why) {
        return new Built<>(null, Optional.of(why));
    }
}
