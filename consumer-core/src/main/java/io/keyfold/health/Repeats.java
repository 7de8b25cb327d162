package io.keyfold.health;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lets the first of equal messages pass, and then one each ten minutes with the number of those that it stands for: what comes and
 * goes must not fill a log. For one thread at a time.
 */
final class Repeats {

    static final Duration PAUSE = Duration.ofMinutes(10);

    private static final Duration LONG = Duration.ofHours(1);

    private final Map<String, Told> told = new HashMap<>();

    private record Told(Instant at, long held) {}

    /** {@return how many equal ones were held back since the last that passed; empty if this one is held back, too} */
    OptionalLong pass(String message, Instant now) {
        Told last = told.get(message);
        if (last != null && now.isBefore(last.at.plus(PAUSE))) {
            told.put(message, new Told(last.at, last.held + 1));
            return OptionalLong.empty();
        }
        told.put(message, new Told(now, 0));
        return OptionalLong.of(last == null ? 0 : last.held);
    }

    /** Forgets those that have not come again for an hour, and those of which none was held back sooner. */
    void forget(Instant now) {
        told.values().removeIf(last -> !now.isBefore(last.at.plus(last.held == 0 ? PAUSE : LONG)));
    }
}
