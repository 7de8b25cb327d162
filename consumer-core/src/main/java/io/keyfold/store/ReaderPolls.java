package io.keyfold.store;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When one reader last polled. A thread that reads polls several times a second, whatever it restores beside that; one that does not
 * is busy with a single record, waits for the broker, or stands still. Written by its thread, read by any.
 */
final class ReaderPolls {

    /** Nothing that is well takes as long. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Duration longestPause;
    private final LongSupplier nanoClock;
    private volatile long polledNanos;
    private volatile Thread thread;

    /**
     * Of one that polls for the first time soon, on this thread or on another.
     *
     * @param longestPause after which the group gives its partitions to others
     */
    ReaderPolls(Duration longestPause, LongSupplier nanoClock) {
        this.longestPause = longestPause;
        this.nanoClock = nanoClock;
        this.polledNanos = nanoClock.getAsLong();
        this.thread = Thread.currentThread();
    }

    void polls() {
        polledNanos = nanoClock.getAsLong();
        thread = Thread.currentThread();
    }

    /** For how long it has not polled, and where its thread is; empty while that is nothing to speak of. */
    Optional<String> stuck() {
        Duration pause = pause();
        return pause.compareTo(PATIENCE) < 0
                ? Optional.empty()
                : Optional.of("the thread " + thread.getName() + " has not asked for records for " + pause.toSeconds()
                        + " s" + where());
    }

    /** Whether the group has taken it for dead: another thread of this process will not come. */
    boolean isGivenUp() {
        return pause().compareTo(longestPause) >= 0;
    }

    Duration longestPause() {
        return longestPause;
    }

    private Duration pause() {
        return Duration.ofNanos(nanoClock.getAsLong() - polledNanos);
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
