package io.keyfold.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether "no coordinator knows it" may be said at all. It asks for transactional ids that nobody has, one or more for every
 * coordinator there is. An id belongs to the coordinator of partition {@code |hash| mod n} of the transaction log, so ids whose hashes
 * follow one another meet all of them if there are {@code n} or more. A broker that says "not found" of each has shown two things:
 * every coordinator answers, and this principal may describe ids that it does not know.
 *
 * <p>One id is asked for before the others: a principal that may not describe it gets one denial in the brokers' logs, and no other
 * for a minute. Belongs to one thread.
 */
final class CoordinatorProbe {

    /** Where it is not known how many there are: Kafka's 50 and more, what can be asked in one small request. */
    static final int COORDINATORS = 124;

    /** How long a right that is missing is taken to be missing. */
    static final Duration MEMORY = Duration.ofMinutes(1);

    /** A hash weighs each character 31 times the next: 31 characters in a row count like digits. */
    private static final int BASE = 31;

    private static final char FIRST = '0';

    private final Coordinators coordinators;
    private final LongSupplier nanos;
    private @Nullable Refusal forbidden;
    private long forbiddenNanos;

    /** Those that are asked. */
    interface Coordinators {
        /** {@return how many partitions their log has; empty if that cannot be read} */
        OptionalInt count() throws InterruptedException;

        /** {@return why one of these ids is not "not found"; empty if all are} */
        Optional<Refusal> refusal(List<String> ids) throws InterruptedException;
    }

    /**
     * An answer that shows nothing.
     *
     * @param why in words that follow "because"
     * @param isForbidden whether it lacks a right
     */
    record Refusal(String why, boolean isForbidden) {}

    CoordinatorProbe(Coordinators coordinators, LongSupplier nanos) {
        this.coordinators = coordinators;
        this.nanos = nanos;
    }

    /** {@return why it is not known what all coordinators have, in words that follow "because"; empty if it is} */
    Optional<String> refusal() throws InterruptedException {
        if (forbidden != null && nanos.getAsLong() - forbiddenNanos < MEMORY.toNanos()) {
            return Optional.of(forbidden.why);
        }
        Optional<Refusal> refusal = coordinators.refusal(ids(1));
        if (refusal.isEmpty()) {
            refusal = coordinators.refusal(
                    ids(Math.max(COORDINATORS, coordinators.count().orElse(0))));
        }
        forbidden = refusal.filter(Refusal::isForbidden).orElse(null);
        forbiddenNanos = nanos.getAsLong();
        return refusal.map(Refusal::why);
    }

    /** {@return ids whose hashes follow one another, as many as there are coordinators} */
    static List<String> ids(int coordinators) {
        int digits = 1;
        for (int left = (coordinators - 1) / BASE; left > 0; left /= BASE) {
            digits++;
        }
        String prefix = prefix(digits, coordinators);
        List<String> ids = new ArrayList<>(coordinators);
        for (int i = 0; i < coordinators; i++) {
            ids.add(prefix + digits(i, digits));
        }
        return ids;
    }

    /** At its start it is like no other: a right on ids of some prefix must not be enough. No hash is negative, so none is mirrored. */
    private static String prefix(int digits, int coordinators) {
        while (true) {
            String prefix = UUID.randomUUID() + "-keyfold-probe-";
            int hash = (prefix + digits(0, digits)).hashCode();
            if (hash >= 0 && hash <= Integer.MAX_VALUE - coordinators) {
                return prefix;
            }
        }
    }

    private static String digits(int number, int count) {
        char[] digits = new char[count];
        int left = number;
        for (int i = count - 1; i >= 0; i--) {
            digits[i] = (char) (FIRST + left % BASE);
            left /= BASE;
        }
        return new String(digits);
    }
}
