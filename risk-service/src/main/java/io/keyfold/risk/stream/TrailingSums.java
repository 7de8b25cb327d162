package io.keyfold.risk.stream;

import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.ExposureSum;
import io.keyfold.risk.exposure.Statuses;
import io.keyfold.risk.item.ItemKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a user's items come to that were changed in the last minutes, for several spans in one walk over the items by minute. A span
 * are the last whole minutes, the one that is now among them. For one thread.
 */
final class TrailingSums {

    private final Map<Duration, ExposureSum> sums = new HashMap<>();
    private final List<Bytes> old = new ArrayList<>();
    private final long now;
    private @Nullable Long changesAt;

    private TrailingSums(Statuses statuses, Set<Duration> spans, long now) {
        this.now = now;
        spans.forEach(span -> sums.put(span, new ExposureSum(statuses)));
    }

    /**
     * Of all the user's items, but one.
     *
     * @param spans each of which is asked for
     * @param now the minute that it is, since the epoch
     * @param but which item does not count; null if all do
     */
    static TrailingSums of(
            UserReads reads, String user, Statuses statuses, Set<Duration> spans, long now, @Nullable ItemKey but) {
        TrailingSums sums = new TrailingSums(statuses, spans, now);
        reads.scanMinutes(user, (key, minute, item, counted) -> {
            if (minute <= now - UserAlerts.KEPT_MINUTES) {
                sums.old.add(key);
            } else if (!item.equals(but)) {
                sums.add(minute, counted);
            }
        });
        return sums;
    }

    /** An item of that minute counts too. */
    void add(long minute, Counted counted) {
        changes(minute > now ? minute : minute + UserAlerts.KEPT_MINUTES);
        sums.forEach((span, sum) -> {
            long leavesAt = minute + span.toMinutes();
            if (minute <= now && leavesAt > now) {
                sum.add(counted);
                changes(leavesAt);
            }
        });
    }

    private void changes(long minute) {
        changesAt = changesAt == null ? minute : (Long) Math.min(changesAt, minute);
    }

    Exposure of(Duration span) {
        ExposureSum sum = sums.get(span);
        if (sum == null) {
            throw new IllegalArgumentException("span: " + span + " (expected: one of " + sums.keySet() + ")");
        }
        return sum.sum();
    }

    /** The next minute at which an item leaves or enters a span, or is not kept any more; empty if never. */
    Optional<Long> changesAt() {
        return Optional.ofNullable(changesAt);
    }

    /** Items that are not kept by minute any more. */
    List<Bytes> old() {
        return old;
    }
}
