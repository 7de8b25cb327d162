package io.keyfold.store;

import java.time.Duration;

/** What is known of the audits of one copy: asked by the watch, told by the audit that has ended. */
final class AuditPlan {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final int MOST_DOUBLED = 10;

    private int inconclusive;
    private long notBeforeNanos = System.nanoTime();
    private long lastNanos = notBeforeNanos;
    private long expiredBelow;
    private boolean suspect;

    /** Whether the pause after one that proved nothing is over. */
    synchronized boolean mayTry() {
        return System.nanoTime() - notBeforeNanos >= 0;
    }

    synchronized void ended(boolean isConclusive) {
        lastNanos = System.nanoTime();
        inconclusive = isConclusive ? 0 : inconclusive + 1;
        long pauseNanos = isConclusive
                ? 0
                : Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(inconclusive, MOST_DOUBLED));
        notBeforeNanos = lastNanos + pauseNanos;
    }

    synchronized boolean isDue(Duration every) {
        return System.nanoTime() - lastNanos >= every.toNanos();
    }

    /** Rows below that offset are gone. */
    synchronized void expired(long below) {
        expiredBelow = below;
    }

    synchronized long expiredBelow() {
        return expiredBelow;
    }

    /** As it was told last. */
    synchronized void suspect(boolean isSuspect) {
        suspect = isSuspect;
    }

    synchronized boolean isSuspect() {
        return suspect;
    }
}
