package io.keyfold.store;

import java.util.OptionalLong;

/**
 * How far one reader of a partition is: what its consumer says after each poll, less what was delivered and is not in the rows
 * yet. A consumer's own position passes transaction markers, aborted records and what compaction removed. For one thread at a
 * time; its owner sees to that.
 */
final class ReaderPosition {

    /** Of an offset: none. */
    static final long NONE = -1;

    private long position = NONE;
    private long lag = NONE;
    private long firstWaiting = NONE;
    private long lastDelivered = NONE;
    private long lastApplied = NONE;

    /** Begins anew over rows that hold everything up to that offset, inclusive; -1 for nothing. */
    void restart(long appliedOffset) {
        position = NONE;
        lag = NONE;
        firstWaiting = NONE;
        lastDelivered = NONE;
        lastApplied = appliedOffset;
    }

    void delivered(long firstOffset, long lastOffset) {
        if (!isWaiting()) {
            firstWaiting = firstOffset;
        }
        lastDelivered = lastOffset;
    }

    void applied(long offset) {
        lastApplied = Math.max(lastApplied, offset);
    }

    void polled(long newPosition, OptionalLong newLag) {
        position = newPosition;
        lag = newLag.orElse(lag);
    }

    private boolean isWaiting() {
        return lastApplied < lastDelivered;
    }

    /** The offset behind the last one in the rows; 0 before the first. */
    long behindApplied() {
        return lastApplied + 1;
    }

    /** All below is in the rows; {@link #NONE} before the first poll. */
    long next() {
        return isWaiting() ? Math.max(firstWaiting, behindApplied()) : position;
    }

    /** Offsets from {@link #next} to the last stable offset, as far as the consumer knows it. */
    OptionalLong lag() {
        if (lag == NONE) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(lag + (isWaiting() ? Math.max(0, position - next()) : 0));
    }
}
