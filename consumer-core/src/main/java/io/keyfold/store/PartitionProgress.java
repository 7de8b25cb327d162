package io.keyfold.store;

import io.keyfold.row.PartitionPosition;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far one partition is on this instance.
 *
 * <p>Assigned → (restoring →) open → caught up. Its numbers come from the reader itself, after each poll: the reader's
 * position, which passes transaction markers and aborted records, its lag to the last stable offset, and the last
 * record delivered. What was delivered and not yet folded does not count as read.
 *
 * <p>Written by the stream thread, read by any.
 */
public final class PartitionProgress {

    private static final long NONE = -1;

    private final String topic;
    private final int partition;
    private boolean restoring;
    private boolean open;
    private boolean caughtUp;
    private long restored;
    private long readerPosition = NONE;
    private long lag = NONE;
    private long firstWaiting = NONE;
    private long lastDelivered = NONE;
    private long lastApplied = NONE;

    PartitionProgress(String topic, int partition) {
        this.topic = topic;
        this.partition = partition;
    }

    synchronized void restoring(boolean now) {
        restoring = now;
    }

    synchronized void restored(long records) {
        restored += records;
    }

    synchronized void opened() {
        open = true;
        restoring = false;
    }

    synchronized void closed() {
        open = false;
        caughtUp = false;
    }

    synchronized void delivered(long firstOffset, long lastOffset) {
        if (!isWaiting()) {
            firstWaiting = firstOffset;
        }
        lastDelivered = lastOffset;
    }

    synchronized void applied(long offset) {
        lastApplied = offset;
    }

    synchronized void polled(long position, OptionalLong newLag) {
        readerPosition = position;
        lag = newLag.orElse(lag);
        if (open && !isWaiting() && newLag.isPresent() && newLag.getAsLong() == 0) {
            caughtUp = true;
        }
    }

    /** The offset behind the last one folded; 0 before the first. */
    synchronized long nextToFold() {
        return lastApplied + 1;
    }

    private boolean isWaiting() {
        return lastApplied < lastDelivered;
    }

    /** {@return the partition} */
    public int partition() {
        return partition;
    }

    /** {@return whether its local copy is being rebuilt} */
    public synchronized boolean isRestoring() {
        return restoring;
    }

    /** {@return whether it is being read into its store} */
    public synchronized boolean isOpen() {
        return open;
    }

    /** {@return whether it has caught up once since it was assigned} */
    public synchronized boolean isCaughtUp() {
        return open && caughtUp;
    }

    /** {@return records restored since it was assigned} */
    public synchronized long restored() {
        return restored;
    }

    /** {@return the next offset to fold: all below is in the table; empty before the first poll} */
    public synchronized Optional<PartitionPosition> position() {
        long next = isWaiting() ? Math.max(firstWaiting, lastApplied + 1) : readerPosition;
        return next == NONE ? Optional.empty() : Optional.of(new PartitionPosition(topic, partition, next));
    }

    /** {@return offsets from the position to the last stable offset; empty if not known} */
    public synchronized OptionalLong lag() {
        if (lag == NONE) {
            return OptionalLong.empty();
        }
        long waiting = isWaiting() ? readerPosition - Math.max(firstWaiting, lastApplied + 1) : 0;
        return OptionalLong.of(lag + Math.max(0, waiting));
    }
}
