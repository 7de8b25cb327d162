package io.keyfold.store;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far one reader of a partition is: what its consumer says after each poll, less what was delivered and is not in the rows
 * yet. A consumer's own position passes transaction markers, aborted records and what compaction removed. For one thread at a
 * time; its owner sees to that.
 */
final class ReaderPosition {

    /** Of an offset: none. */
    static final long NONE = -1;

    private long position = NONE;
    /** As the consumer remembers it: one that is held back, or paused, remembers an old one. */
    private long lag = NONE;
    /** As the broker last told it. */
    private long toldEnd = NONE;

    private long firstWaiting = NONE;
    private long lastDelivered = NONE;
    private long lastApplied = NONE;
    /** What is to be passed next. */
    private @Nullable StableEnd nextEnd;

    /** Begins anew over rows that hold everything up to that offset, inclusive; -1 for nothing. */
    void restart(long appliedOffset) {
        position = NONE;
        lag = NONE;
        toldEnd = NONE;
        firstWaiting = NONE;
        lastDelivered = NONE;
        lastApplied = appliedOffset;
        nextEnd = null;
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

    /**
     * Where the log ends. One that is not passed yet stands: under steady traffic there is no moment at which nothing is left to
     * read. Unless the log has become shorter.
     */
    void ends(StableEnd end) {
        toldEnd = end.offset();
        if (nextEnd == null || end.offset() < nextEnd.offset()) {
            nextEnd = end;
        }
    }

    /** Another one has to be told before any is passed. */
    void forgetEnd() {
        nextEnd = null;
    }

    boolean knowsEnd() {
        return nextEnd != null;
    }

    /** The end, if it has been passed; then the next one counts. */
    Optional<StableEnd> takePassed() {
        StableEnd end = nextEnd;
        if (end == null || next() < end.offset()) {
            return Optional.empty();
        }
        nextEnd = null;
        return Optional.of(end);
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

    /** The last record delivered, or in the rows before; {@link #NONE} if there was none. */
    long lastRecord() {
        return Math.max(lastDelivered, lastApplied);
    }

    /** Offsets from {@link #next} to the last stable offset, as far as the consumer or the broker has told it. */
    OptionalLong lag() {
        long end = Math.max(toldEnd, lag == NONE ? NONE : position + lag);
        return end == NONE || next() == NONE ? OptionalLong.empty() : OptionalLong.of(Math.max(0, end - next()));
    }
}
