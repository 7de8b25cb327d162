package io.keyfold.store;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long a topic keeps tombstones, as it was seen over time: its {@code delete.retention.ms}, or until that is read what the
 * contract says. A smaller value that counted for a while may have cost deletes, so it counts for whoever has not caught up
 * since. Any thread.
 */
final class Retention {

    private static final int MOST_KEPT = 64;

    private final long agreedMs;
    /** Each value that was seen, by when it was seen last. */
    private final TreeMap<Long, Long> seen = new TreeMap<>();

    /** Until something is seen, what was agreed counts. */
    Retention(Duration agreed) {
        this.agreedMs = agreed.toMillis();
    }

    /** The topic has this value now. */
    synchronized void seen(long retentionMs, long nowMs) {
        Map.Entry<Long, Long> last = seen.lastEntry();
        if (last != null && last.getValue() == retentionMs) {
            seen.remove(last.getKey());
        }
        seen.put(last == null ? nowMs : Math.max(nowMs, last.getKey()), retentionMs);
        if (seen.size() > MOST_KEPT) {
            Map.Entry<Long, Long> oldest = seen.pollFirstEntry();
            seen.merge(seen.firstKey(), oldest.getValue(), Math::min);
        }
    }

    /** The topic's value may not be read any more: what was agreed counts again. */
    synchronized void unread(long nowMs) {
        if (!seen.isEmpty()) {
            seen(agreedMs, nowMs);
        }
    }

    /** The smallest that may have counted at any time since then, in ms: also what was seen last before. */
    synchronized long leastSince(long sinceMs) {
        Long before = seen.floorKey(sinceMs);
        return seen.tailMap(before == null ? sinceMs : before, true).values().stream()
                .min(Long::compare)
                .orElse(agreedMs);
    }
}
