package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a listener wants to be told. Immutable; its methods give new settings.
 *
 * <pre>{@code
 * SubscriptionSettings.DEFAULTS.joinDeleteAndInsert(Duration.ofSeconds(1))
 * }</pre>
 */
public final class SubscriptionSettings {

    /** Every change as the record that did it: nothing is joined. */
    public static final SubscriptionSettings DEFAULTS = new SubscriptionSettings(Optional.empty());

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Optional<Duration> joinWithin;

    private SubscriptionSettings(Optional<Duration> joinWithin) {
        this.joinWithin = joinWithin;
    }

    /**
     * {@return the same settings, with a DELETE and the INSERT of the same key after it told as one UPDATE}
     *
     * <p>For upstream jobs whose planner cannot prove the primary key: they write every update as a tombstone and then the
     * new value. The UPDATE has the row before the DELETE, the row of the INSERT, and the INSERT's position. If the two
     * have the same JSON, nothing is told.
     *
     * <p>A DELETE is held back, and with it all that follows in its partition, until its INSERT has come, the time is over,
     * the partition's snapshot ends, the partition is lost, or the subscription or its consumer closes; then it is told, and
     * what waited after it. Other partitions do not wait, nor does the table: it has lost the row at once. The time begins when the
     * listener's thread takes the DELETE up; an INSERT that has come by the time that thread is free again is joined. What
     * waits counts among the 10,000 changes that a listener may be behind; at so many, the DELETE that is held longest is told.
     *
     * <p>Closing the subscription waits until what is held back has been told, at most ten seconds: so do it without a lock
     * that the listener takes. Closed by a listener, it tells no more and does not wait.
     *
     * @param within how long a DELETE is held back at most; more than 0, at most one minute
     * @throws IllegalArgumentException if it is less or more
     */
    public SubscriptionSettings joinDeleteAndInsert(Duration within) {
        requireNonNull(within, "within");
        if (within.isNegative() || within.isZero() || within.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "within: " + within + " (expected: more than PT0S, at most " + LONGEST + ")");
        }
        return new SubscriptionSettings(Optional.of(within));
    }

    /** {@return how long a DELETE is held back for an INSERT to be joined with; empty, the default, if nothing is joined} */
    public Optional<Duration> joinWithin() {
        return joinWithin;
    }

    /** {@return the settings as text} */
    @Override
    public String toString() {
        return "SubscriptionSettings[joinWithin="
                + joinWithin.map(Duration::toString).orElse("none") + "]";
    }
}
