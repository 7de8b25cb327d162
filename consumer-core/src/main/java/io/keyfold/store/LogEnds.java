package io.keyfold.store;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.WaitingData;
import io.keyfold.row.WaitingMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where one partition's log ends, as the broker tells it again and again, and what stands between its last stable offset and its
 * high watermark. For one thread at a time; its owner sees to that.
 */
final class LogEnds {

    private static final long NONE = ReaderPosition.NONE;
    /** Every transaction waits for a moment: rows say so of those that take longer. */
    private static final long PATIENCE_MS = 2_000;

    private @Nullable StableEnd stable;
    private long highWatermark = NONE;
    private long stableSinceMs;
    private long waitingSinceMs = NONE;
    private List<OpenTransaction> transactions = List.of();
    private Optional<String> unseen = Optional.empty();
    private @Nullable Unread unread;
    /** Read by every answer. */
    private volatile Optional<WaitingMark> mark = Optional.empty();

    /** The record that comes next, and its time. */
    private record Unread(long offset, Optional<Instant> at) {}

    void restart() {
        stable = null;
        highWatermark = NONE;
        unread = null;
        nothingWaits();
    }

    private void nothingWaits() {
        waitingSinceMs = NONE;
        transactions = List.of();
        unseen = Optional.empty();
        mark = Optional.empty();
    }

    /** The high watermark was asked for before the stable end, which therefore is not less unless a transaction is open. */
    void told(StableEnd end, OptionalLong newHighWatermark) {
        if (stable == null || stable.offset() != end.offset()) {
            stableSinceMs = end.atMs();
            nothingWaits();
        }
        stable = end;
        highWatermark = Math.max(newHighWatermark.orElse(highWatermark), end.offset());
        if (highWatermark == end.offset()) {
            nothingWaits();
            return;
        }
        if (waitingSinceMs == NONE) {
            waitingSinceMs = end.atMs();
        }
        marks(end.atMs());
    }

    /**
     * Which transactions were found open, the one that holds the rest first, while the log was stable up to there.
     *
     * @param why it is not found, if so
     */
    void looked(long stableOffset, List<OpenTransaction> found, Optional<String> why) {
        if (isWaiting() && stable != null && stable.offset() == stableOffset) {
            transactions = List.copyOf(found);
            unseen = why;
            marks(Long.MAX_VALUE); // nobody looks at one that has not lasted
        }
    }

    /** The first record at that offset or behind it, and its time. */
    void unread(long offset, Optional<Instant> at) {
        unread = new Unread(offset, at);
    }

    private boolean isWaiting() {
        return waitingSinceMs != NONE;
    }

    private void marks(long nowMs) {
        mark = nowMs - waitingSinceMs < PATIENCE_MS
                ? Optional.empty()
                : waiting().map(data -> new WaitingMark(data.since()));
    }

    Optional<WaitingMark> mark() {
        return mark;
    }

    Optional<WaitingData> waiting() {
        if (!isWaiting() || stable == null) {
            return Optional.empty();
        }
        Instant seen = Instant.ofEpochMilli(waitingSinceMs);
        Instant since = transactions.stream()
                .findFirst()
                .flatMap(OpenTransaction::startedAt)
                .filter(seen::isAfter)
                .orElse(seen);
        return Optional.of(new WaitingData(highWatermark - stable.offset(), since, transactions, unseen));
    }

    /** When the record that comes next was written, of a reader that is there. */
    Optional<Instant> oldestUnread(long next) {
        return unread != null && unread.offset() >= next ? unread.at() : Optional.empty();
    }

    OptionalLong lastStableOffset() {
        return stable == null ? OptionalLong.empty() : OptionalLong.of(stable.offset());
    }

    OptionalLong highWatermark() {
        return stable == null ? OptionalLong.empty() : OptionalLong.of(highWatermark);
    }

    Optional<Instant> stableSince() {
        return stable == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(stableSinceMs));
    }
}
