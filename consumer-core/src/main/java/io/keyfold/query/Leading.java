package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which part of an index or of a total's groups is asked for: the values of leading columns, and bounds of the next one.
 *
 * @param equal the values of leading columns, perhaps none; null is a value
 * @param from the least value of the next column, inclusive; empty for no bound
 * @param to the value of the next column before which it ends, exclusive; empty for no bound
 */
record Leading(List<@Nullable Object> equal, Optional<Object> from, Optional<Object> to) {

    static final Leading ALL = new Leading(List.of(), Optional.empty(), Optional.empty());

    /** The tag of a value that is not null: nulls come first, and are in no range. */
    private static final byte VALUE = 1;

    Leading {
        equal = Collections.unmodifiableList(new ArrayList<>(equal));
        requireNonNull(from, "from");
        requireNonNull(to, "to");
    }

    /** To Java, a null alone is no array. */
    Leading equal(@Nullable Object @Nullable ... values) {
        return new Leading(values == null ? Collections.singletonList(null) : Arrays.asList(values), from, to);
    }

    Leading from(Object value) {
        return new Leading(equal, Optional.of(value), to);
    }

    Leading to(Object value) {
        return new Leading(equal, from, Optional.of(value));
    }

    boolean hasBound() {
        return from.isPresent() || to.isPresent();
    }

    /** As bytes, where those of leading values begin all that have them. */
    KeyRange range(Function<List<@Nullable Object>, byte[]> prefix, KeyRange.Direction direction) {
        byte[] base = prefix.apply(equal);
        byte[] least =
                from.map(value -> prefix.apply(with(value))).orElseGet(() -> to.isPresent() ? withValue(base) : base);
        byte[] end = to.map(value -> prefix.apply(with(value))).orElse(null);
        if (end != null && Arrays.compareUnsigned(least, end) > 0) {
            throw new IllegalArgumentException("to: before from (expected: from, or behind it)");
        }
        return new KeyRange(
                least.length == 0 ? null : least, end == null ? KeyRange.firstBehind(base) : end, direction);
    }

    private List<@Nullable Object> with(Object next) {
        List<@Nullable Object> values = new ArrayList<>(equal);
        values.add(next);
        return values;
    }

    private static byte[] withValue(byte[] base) {
        byte[] behindNull = Arrays.copyOf(base, base.length + 1);
        behindNull[base.length] = VALUE;
        return behindNull;
    }
}
