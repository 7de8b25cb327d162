package io.keyfold.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a topic keeps tombstones, as it was seen over time: its {@code delete.retention.ms}, or until that is read what the
 * contract says. A smaller value that counted for a while may have cost deletes, so it counts for whoever has not caught up
 * since. Any thread.
 */
final class Retention {

    private static final int MOST_KEPT = 64;

    private final long agreedMs;
    /** One after the other, no two alike in a row. */
    private final List<Seen> seen = new ArrayList<>();

    /** A value, and when it was seen first; it may have counted until the next one was. */
    private record Seen(long retentionMs, long firstMs) {}

    /** Until something is seen, what was agreed counts. */
    Retention(Duration agreed) {
        this.agreedMs = agreed.toMillis();
    }

    /** The topic has this value now. */
    synchronized void seen(long retentionMs, long nowMs) {
        Seen last = seen.isEmpty() ? null : seen.get(seen.size() - 1);
        if (last != null && last.retentionMs == retentionMs) {
            return;
        }
        seen.add(new Seen(retentionMs, last == null ? nowMs : Math.max(nowMs, last.firstMs)));
        if (seen.size() > MOST_KEPT) {
            Seen oldest = seen.remove(0);
            Seen next = seen.get(0);
            seen.set(0, new Seen(Math.min(oldest.retentionMs, next.retentionMs), next.firstMs));
        }
    }

    /** The topic's value may not be read any more: what was agreed counts again. */
    synchronized void unread(long nowMs) {
        if (!seen.isEmpty()) {
            seen(agreedMs, nowMs);
        }
    }

    /** The smallest that may have counted at any time since then, in ms. */
    synchronized long leastSince(long sinceMs) {
        if (seen.isEmpty()) {
            return agreedMs;
        }
        long least = seen.get(seen.size() - 1).retentionMs;
        for (int i = 0; i + 1 < seen.size(); i++) {
            if (seen.get(i + 1).firstMs > sinceMs) {
                least = Math.min(least, seen.get(i).retentionMs);
            }
        }
        return least;
    }
}
