package io.keyfold.store;

import java.time.Duration;

/** What is known of the audits of one copy: asked by the watch, told by the audit that has ended. */
final class AuditPlan {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
    private static final int MOST_DOUBLED = 11;

    /** After one that proved nothing, longer each time. */
    private static final class Pause {
        private int inconclusive;
        private long notBeforeNanos = System.nanoTime();

        boolean isOver() {
            return System.nanoTime() - notBeforeNanos >= 0;
        }

        void ended(boolean isConclusive) {
            inconclusive = isConclusive ? 0 : inconclusive + 1;
            long pauseNanos = isConclusive
                    ? 0
                    : Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(inconclusive, MOST_DOUBLED));
            notBeforeNanos = System.nanoTime() + pauseNanos;
        }
    }

    private final Pause comparing = new Pause();
    private final Pause expiring = new Pause();
    private long lastNanos = System.nanoTime();
    private long expiredBelow;
    private boolean suspect;

    /** Whether it may be compared with its topic now. */
    synchronized boolean mayCompare() {
        return comparing.isOver();
    }

    synchronized void compared(boolean isConclusive) {
        lastNanos = System.nanoTime();
        comparing.ended(isConclusive);
    }

    synchronized boolean isDue(Duration every) {
        return System.nanoTime() - lastNanos >= every.toNanos();
    }

    /** Whether expired rows may be looked for now. */
    synchronized boolean mayExpire() {
        return expiring.isOver();
    }

    /** They have been looked for, but not all of them. */
    synchronized void notExpired() {
        expiring.ended(false);
    }

    /** Rows below that offset are gone. */
    synchronized void expired(long below) {
        expiredBelow = below;
        expiring.ended(true);
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
