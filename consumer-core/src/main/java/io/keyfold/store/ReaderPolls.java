package io.keyfold.store;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When one reader last polled, and last went on. A thread that reads polls several times a second, whatever it restores beside that,
 * unless what it has polled takes long to fold; one that does neither is busy with a single record, waits for the broker, or stands
 * still. Written by its thread, read by any.
 */
final class ReaderPolls {

    /** Nothing that is well takes as long. */
    static final Duration LONGEST_PATIENCE = Duration.ofSeconds(30);

    private final Duration longestPause;
    private final Duration patience;
    private final LongSupplier nanoClock;
    private volatile boolean hasPolled;
    private volatile long polledNanos;
    private volatile long wentOnNanos;
    private volatile Thread thread;

    /**
     * Of one that polls for the first time soon, on this thread or on another.
     *
     * @param longestPause after which the group gives its partitions to others; half of it is long, too
     */
    ReaderPolls(Duration longestPause, LongSupplier nanoClock) {
        this.longestPause = longestPause;
        Duration half = longestPause.dividedBy(2);
        this.patience = half.compareTo(LONGEST_PATIENCE) < 0 ? half : LONGEST_PATIENCE;
        this.nanoClock = nanoClock;
        this.polledNanos = nanoClock.getAsLong();
        this.wentOnNanos = polledNanos;
        this.thread = Thread.currentThread();
    }

    void polls() {
        goesOn();
        polledNanos = wentOnNanos;
        hasPolled = true;
        thread = Thread.currentThread();
    }

    /** It has folded a record of those that it polled. */
    void goesOn() {
        wentOnNanos = nanoClock.getAsLong();
    }

    /** For how long it has not polled, and where its thread is; empty while that is nothing to speak of. */
    Optional<String> stuck() {
        return since(wentOnNanos).compareTo(patience) < 0
                ? Optional.empty()
                : Optional.of("the thread " + thread.getName() + " has not asked for records for "
                        + since(polledNanos).toSeconds() + " s" + where());
    }

    /** Whether the group has taken it for dead: another thread of this process will not come. Not before it has joined. */
    boolean isGivenUp() {
        return hasPolled && since(polledNanos).compareTo(longestPause) >= 0;
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(nanoClock.getAsLong() - nanos);
    }

    private String where() {
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return "; it is in " + frame.getClassName() + "." + frame.getMethodName() + ", line "
                        + frame.getLineNumber();
            }
        }
        return stack.length == 0 ? "; it has ended" : "";
    }
}
