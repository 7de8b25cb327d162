package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import io.keyfold.row.WaitingMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far one partition is on this instance, and whether its store may be read.
 *
 * <p>Assigned → (restoring →) open → caught up; closed is assigned again. Its numbers come from the reader itself,
 * after each poll: the reader's position, which passes transaction markers and aborted records, its lag to the last
 * stable offset, and the last record delivered. What was delivered and not yet folded does not count as read. Opening
 * begins anew: nothing that an earlier task read counts.
 *
 * <p>Written by the stream thread, read by any. A read of the store lies between {@link #beginRead()} and
 * {@link #endRead()}; closing waits for the reads that have begun, so that none outlives its store.
 */
public final class PartitionProgress {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionProgress.class);
    private static final long TURN_MS = 2;

    private final String topic;
    private final int partition;
    private final ReentrantReadWriteLock reads = new ReentrantReadWriteLock();
    /** Fair, so that a reader between changes gets its turn beside a busy fold. */
    private final ReentrantLock folding = new ReentrantLock(true);

    private final RestoreTracker restore = new RestoreTracker();
    private @Nullable String rebuilt;
    private final PartitionTally tally = new PartitionTally();
    private final ReaderPosition reader = new ReaderPosition();
    private final LogEnds ends = new LogEnds();
    private boolean open;
    private boolean caughtUp;
    private long toldAtMs;
    private long openedAtMs;
    /** An end that was told before counts no more. */
    private long awakeSinceMs;

    private volatile @Nullable Freshness freshness;
    private volatile @Nullable ReaderPolls polls;
    private @Nullable Audit audit;
    private @Nullable PartitionAudit lastAudit;

    PartitionProgress(String topic, int partition) {
        this.topic = topic;
        this.partition = partition;
    }

    /** Whose thread reads it now; it may move to another of this instance. */
    void readBy(@Nullable ReaderPolls reads) {
        polls = reads;
    }

    /** Whether its reader has stood still for so long that the group has given the partition to another. */
    boolean isGivenUp() {
        ReaderPolls reads = polls;
        return reads != null && reads.isGivenUp();
    }

    synchronized void restoreBegins(long from, long to) {
        restore.begin(from, to);
        if (restore.hasRange()) {
            LOG.info("{}-{} is being restored, {} to {}", topic, partition, from, to);
        }
    }

    synchronized void restored(long records, long lastOffset) {
        restore.restored(records, lastOffset);
    }

    /** {@return what it has been, if there was anything to restore} */
    synchronized Optional<RestoreProgress> restoreEnds() {
        Optional<RestoreProgress> done = restore.progress();
        restore.end();
        if (!restore.hasRange()) {
            return Optional.empty();
        }
        LOG.info("{}-{} has been restored: {} records", topic, partition, restore.records());
        return done;
    }

    synchronized void rebuilt(@Nullable String why) {
        rebuilt = why;
    }

    /**
     * Its store is open and holds everything up to that offset, inclusive; -1 for nothing.
     *
     * @param opened what is known of the deletes that it has seen
     */
    synchronized void opened(long appliedOffset, Freshness opened) {
        open = true;
        restore.end();
        caughtUp = false;
        toldAtMs = 0;
        openedAtMs = System.currentTimeMillis();
        freshness = opened;
        opened.restarted();
        reader.restart(appliedOffset);
        ends.restart();
    }

    void closed() {
        synchronized (this) {
            open = false; // no read begins from here on
        }
        reads.writeLock().lock();
        try {
            synchronized (this) {
                caughtUp = false;
            }
        } finally {
            reads.writeLock().unlock();
        }
    }

    /** {@return whether the store may be read now; if so, {@link #endRead()} must follow on this thread} */
    boolean beginRead() {
        if (!isCaughtUp() || !reads.readLock().tryLock()) {
            return false;
        }
        if (isCaughtUp()) {
            return true;
        }
        reads.readLock().unlock();
        return false;
    }

    void endRead() {
        reads.readLock().unlock();
    }

    synchronized void delivered(long firstOffset, long lastOffset) {
        reader.delivered(firstOffset, lastOffset);
    }

    /** What the store is ahead of counts as applied when it is skipped. */
    synchronized void applied(long offset) {
        reader.applied(offset);
        notePassed();
        ReaderPolls reads = polls;
        if (reads != null) {
            reads.goesOn();
        }
    }

    /**
     * The process has stood still for so long that another instance may have the partition: it has to catch up once more before it
     * is read, with an end of the log that is told from now on.
     */
    synchronized void stoodStill(long nowMs) {
        awakeSinceMs = nowMs;
        caughtUp = false;
        reader.forgetEnd();
    }

    /** Whether it has stood still and has not caught up since. */
    synchronized boolean isAwakening() {
        return open && !caughtUp && awakeSinceMs >= openedAtMs;
    }

    /** Whether it is open and nobody has said yet where its log ends. */
    synchronized boolean needsEnd() {
        return open && !caughtUp && !reader.knowsEnd();
    }

    /** Asked for after the opening: a lag that the reader remembers may be an old one. */
    synchronized void stableEnd(StableEnd end) {
        if (open && end.atMs() >= awakeSinceMs) {
            toldAtMs = end.atMs();
            reader.ends(end);
            notePassed();
        }
    }

    /** The same, and where all of the log ends. */
    synchronized void ends(StableEnd end, OptionalLong highWatermark) {
        if (open) {
            ends.told(end, highWatermark);
            stableEnd(end);
        }
    }

    /**
     * Which transactions are open, the one that holds the rest first, while the log is stable up to there.
     *
     * @param unseen why the one that holds the rest was not found, if so
     */
    synchronized void looked(long stableOffset, List<OpenTransaction> found, Optional<String> unseen) {
        ends.looked(stableOffset, found, unseen);
    }

    /** The first record at its position or behind it, and its time; where there is none, an offset behind all. */
    synchronized void unread(long offset, Optional<Instant> at) {
        ends.unread(offset, at);
    }

    /** When the broker was last asked where the log ends, and answered; 0 before the first time. */
    synchronized long toldAtMs() {
        return toldAtMs;
    }

    /** Until {@link #endFold()}, nobody reads between changes. */
    void beginFold() {
        folding.lock();
    }

    void endFold() {
        folding.unlock();
    }

    /** {@return whether nothing is being folded, nor will be until {@link #endFold()}; waits 2 ms at most} */
    boolean tryBetweenFolds() {
        try {
            return folding.tryLock(TURN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Counts odd records. */
    PartitionTally tally() {
        return tally;
    }

    synchronized void polled(long position, OptionalLong lag) {
        reader.polled(position, lag);
        notePassed();
    }

    private void notePassed() {
        Optional<StableEnd> passed = open ? reader.takePassed() : Optional.empty();
        if (passed.isEmpty()) {
            return;
        }
        requireNonNull(freshness).passed(passed.get());
        if (!caughtUp) {
            caughtUp = true;
            LOG.debug("{}-{} has caught up at {}", topic, partition, reader.next());
        }
    }

    /** The offset behind the last one folded; 0 before the first. */
    synchronized long nextToFold() {
        return reader.behindApplied();
    }

    /** Whether all below that offset is in the rows. */
    synchronized boolean hasPassed(long offset) {
        return open && reader.next() >= offset;
    }

    synchronized void auditBegins(Audit begun) {
        audit = begun;
    }

    synchronized void auditEnds(Audit ended, PartitionAudit report) {
        if (audit == ended) {
            audit = null;
        }
        lastAudit = report;
    }

    /** {@return the partition} */
    public int partition() {
        return partition;
    }

    /** {@return whether its local copy is being rebuilt} */
    public synchronized boolean isRestoring() {
        return restore.isRunning();
    }

    /** {@return how far the restore is; empty while there is none} */
    public synchronized Optional<RestoreProgress> restore() {
        return restore.progress();
    }

    /** {@return why its local copy was thrown away and made anew since the start; empty if it was not} */
    public synchronized Optional<String> rebuilt() {
        return Optional.ofNullable(rebuilt);
    }

    /** {@return odd records since it was assigned} */
    public PartitionTallies tallies() {
        return tally.counts();
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
        return restore.all();
    }

    /** {@return the next offset to fold: all below is in the table; empty before the first poll} */
    public synchronized Optional<PartitionPosition> position() {
        long next = reader.next();
        return next == ReaderPosition.NONE
                ? Optional.empty()
                : Optional.of(new PartitionPosition(topic, partition, next));
    }

    /** {@return why its rows may have been deleted upstream; empty while every delete is known to have been seen} */
    public Optional<StaleMark> stale() {
        Freshness here = freshness;
        return here == null ? Optional.empty() : here.stale();
    }

    /** {@return what is to be said of all its rows} */
    public PartitionMarks marks() {
        Optional<StaleMark> stale = stale();
        Optional<WaitingMark> waiting = ends.mark();
        return stale.isEmpty() && waiting.isEmpty() ? PartitionMarks.NONE : new PartitionMarks(stale, waiting);
    }

    /** {@return where its log ends, and what of it has not been read; nothing is known unless it is open} */
    public synchronized LogEnd logEnd() {
        Freshness here = freshness;
        if (!open || here == null) {
            return LogEnd.UNKNOWN;
        }
        return new LogEnd(
                ends.lastStableOffset(),
                ends.highWatermark(),
                Optional.of(Instant.ofEpochMilli(toldAtMs == 0 ? openedAtMs : toldAtMs)),
                ends.stableSince(),
                here.passedAt(),
                reader.lastRecord() == ReaderPosition.NONE
                        ? OptionalLong.empty()
                        : OptionalLong.of(reader.lastRecord()),
                lag().orElse(0) == 0 ? Optional.empty() : ends.oldestUnread(reader.next()),
                ends.waiting());
    }

    /** As of when all that could be read is in it; empty if that is not known yet. */
    Optional<Instant> readThrough() {
        Freshness here = freshness;
        return here == null ? Optional.empty() : here.passedAt();
    }

    /** {@return for how long the thread that reads it has stood still, and where, in words; empty while it goes on} */
    public Optional<String> stuck() {
        return Optional.ofNullable(polls).flatMap(ReaderPolls::stuck);
    }

    /** {@return as of when every delete is known to have been seen; empty where nothing is known} */
    public Optional<Instant> caughtUpAt() {
        Freshness here = freshness;
        return here == null ? Optional.empty() : here.caughtUpAt();
    }

    /** {@return how far its audit is; empty while there is none} */
    public synchronized Optional<AuditProgress> audit() {
        return Optional.ofNullable(audit).map(Audit::progress);
    }

    /** {@return what its last audit since the start found; one for expired rows alone does not count} */
    public synchronized Optional<PartitionAudit> lastAudit() {
        return Optional.ofNullable(lastAudit);
    }

    /** {@return offsets from the position to the last stable offset; empty if not known} */
    public synchronized OptionalLong lag() {
        return reader.lag();
    }
}
