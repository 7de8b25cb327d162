package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.AuditProgress.Phase;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RowCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One audit of one local copy: what rows does the topic not hold any more?
 *
 * <pre>
 * waiting → scanning → sweeping → a report
 * </pre>
 *
 * <p>The scan records the offsets of all values that are still in the log. A row whose own offset lies before the end that was
 * seen at the scan's beginning, and is not among them, was replaced or deleted; once the table has been read as far as the log
 * went at the scan's end, only a delete that it has missed can be the reason. Whether that is so is for the thread that writes
 * the copy to say, in batches.
 *
 * <p>Belongs to the thread that runs it; any may ask how far it is. It can be interrupted anywhere: what it has swept is gone, and
 * the next audit finds the rest.
 */
final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final int ROWS_A_PAGE = 2_000;
    private static final int ROWS_A_BATCH = 5_000;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final long LOOK_MS = 20;

    /**
     * A copy and what reads it.
     *
     * @param run its table
     * @param partition which partition
     * @param copy the copy
     * @param progress how far its reader is; null for a standby's
     * @param streams Kafka Streams' properties
     */
    record Target(
            TableRun run,
            int partition,
            LocalCopy copy,
            @Nullable PartitionProgress progress,
            Map<String, String> streams) {

        String label() {
            return run.contract().name() + "-" + partition;
        }
    }

    private record Expired(long logStart, long stableEnd) {}

    private final Target target;
    private final AuditKind kind;
    private final Optional<Expired> expired;
    private final Instant startedAt = Instant.now();
    private final long startNanos = System.nanoTime();
    private volatile Phase phase = Phase.WAITING;
    private volatile long from;
    private volatile long to;
    private volatile @Nullable TopicScan scan;
    private volatile long rows;
    private volatile long swept;
    private long records;
    private long missing;
    private long older;
    private long bytes;

    private Audit(Target target, AuditKind kind, Optional<Expired> expired) {
        this.target = target;
        this.kind = kind;
        this.expired = expired;
    }

    /** Against the topic. */
    static Audit of(Target target, AuditKind kind) {
        return new Audit(target, kind, Optional.empty());
    }

    /**
     * Of rows that lie below the log's start.
     *
     * @param stableEnd to where the topic must be in the rows before they are judged
     */
    static Audit ofExpired(Target target, long logStart, long stableEnd) {
        return new Audit(target, AuditKind.EXPIRY, Optional.of(new Expired(logStart, stableEnd)));
    }

    Target target() {
        return target;
    }

    AuditKind kind() {
        return kind;
    }

    AuditProgress progress() {
        TopicScan reading = scan;
        return new AuditProgress(
                kind,
                phase,
                from,
                to,
                reading == null ? from : Math.min(to, reading.next()),
                rows,
                swept,
                Duration.ofNanos(System.nanoTime() - startNanos));
    }

    /** Runs it to its end, whatever that is. */
    PartitionAudit run() throws InterruptedException {
        Optional<String> inconclusive;
        try {
            inconclusive = expired.isPresent() ? expire(expired.get()) : compare();
        } catch (IllegalStateException e) {
            if (!target.copy.isClosed()) {
                throw e;
            }
            LOG.debug("The audit of {} has ended: its copy was closed", target.label(), e);
            inconclusive = Optional.of("the partition was closed or moved away meanwhile");
        } catch (KafkaException e) {
            LOG.debug("The audit of {} could not read the topic", target.label(), e);
            inconclusive = Optional.of("the topic could not be read: " + StartCheck.rootMessage(e));
        }
        PartitionAudit report = report(inconclusive);
        if (kind != AuditKind.EXPIRY || swept > 0) {
            LOG.info(
                    "The audit of {} has read {} records and looked at {} rows: {} were gone{}",
                    target.label(),
                    records,
                    rows,
                    swept,
                    inconclusive.map(why -> "; it proves nothing: " + why).orElse(""));
        }
        return report;
    }

    /** What it has to say when it did not run to its end. */
    PartitionAudit report(Optional<String> inconclusive) {
        return new PartitionAudit(
                target.partition,
                kind,
                startedAt,
                Duration.ofNanos(System.nanoTime() - startNanos),
                records,
                rows,
                swept,
                missing,
                older,
                bytes,
                inconclusive);
    }

    private Optional<String> expire(Expired bounds) throws InterruptedException {
        phase = Phase.SWEEPING;
        if (!awaitPassed(bounds.stableEnd)) {
            return lags(bounds.stableEnd);
        }
        Optional<String> why = sweep(new Gone.Below(bounds.logStart), bounds.stableEnd);
        if (why.isEmpty()) {
            target.copy.freshness().expiryDone();
        }
        return why;
    }

    private Optional<String> compare() throws InterruptedException {
        try (TopicScan reading = new TopicScan(
                target.streams,
                new TopicPartition(target.run.contract().topic(), target.partition),
                target.run.task().settings().freshness().auditBytesPerSecond())) {
            long beganMs = System.currentTimeMillis();
            long start = reading.start();
            long before = reading.stableEnd();
            from = start;
            to = before;
            FullCheck full = kind == AuditKind.FULL ? new FullCheck(target.run.task(), target.copy) : null;
            if (full != null && !awaitPassed(before)) {
                return lags(before);
            }
            phase = Phase.SCANNING;
            scan = reading;
            Gone gone = scan(reading, full, before, start);
            long after = reading.stableEnd();
            if (full != null) {
                reading.readTo(after, target.copy::isClosed, full::seeLater);
                missing = full.missing();
                older = full.older();
            }
            records = reading.records();
            phase = Phase.SWEEPING;
            if (!awaitPassed(after)) {
                return lags(after);
            }
            Optional<String> why = sweep(gone, after);
            if (why.isEmpty() && full != null && full.isOverfull()) {
                return Optional.of("too many values of the topic have later records for their keys to be looked up");
            }
            return why.isPresent() ? why : conclude(beganMs);
        }
    }

    private Gone scan(TopicScan reading, @Nullable FullCheck full, long before, long start)
            throws InterruptedException {
        OffsetSet survivors = new OffsetSet();
        Set<Long> deleted = new HashSet<>();
        reading.seek(start);
        reading.readTo(before, target.copy::isClosed, record -> {
            if (record.value() != null) {
                survivors.add(record.offset());
            } else {
                noteDeleted(record, deleted);
            }
            if (full != null && record.offset() < before) {
                full.see(record);
            } else if (full != null) {
                full.seeLater(record);
            }
            records = reading.records();
        });
        bytes = survivors.bytes();
        return new Gone.NotIn(survivors, deleted, before, start);
    }

    /**
     * Each replica compacts its log by itself. Where the reader missed a delete on one, the scan may meet both row and delete on
     * another that is behind.
     */
    private void noteDeleted(ConsumerRecord<byte[], byte[]> tombstone, Set<Long> deleted) {
        if (target.run.task().keys().decode(tombstone.key()) instanceof DecodedKey.Good key) {
            byte[] row = target.copy.find(key.storageKey());
            if (row != null && StoredRowCodec.lastOffset(row) < tombstone.offset()) {
                deleted.add(StoredRowCodec.offset(row));
                deleted.add(StoredRowCodec.lastOffset(row));
            }
        }
    }

    private Optional<String> conclude(long beganMs) {
        return target.copy.freshness().audited(beganMs)
                ? Optional.empty()
                : Optional.of("its reader has not been caught up all the time meanwhile");
    }

    private static Optional<String> lags(long end) {
        return Optional.of("its reader had not come to offset " + end + " a minute after the scan");
    }

    /** A standby's reader is not waited for here: the batches wait for it. */
    private boolean awaitPassed(long end) throws InterruptedException {
        PartitionProgress reader = target.progress;
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (reader != null && !reader.hasPassed(end)) {
            if (target.copy.isClosed()) {
                throw new CancellationException("the copy is closed");
            }
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return true;
    }

    /** {@return why it did not come to its end} */
    private Optional<String> sweep(Gone gone, long goal) throws InterruptedException {
        for (Family family : List.of(Family.ROWS, Family.FOREIGN)) {
            List<byte[]> found = new ArrayList<>();
            KeyRange rest = new KeyRange(null, null, Direction.FORWARD);
            while (rest != null) {
                rest = look(family, rest, gone, found);
                if (found.size() >= ROWS_A_BATCH || (rest == null && !found.isEmpty())) {
                    if (!handOver(found, goal, gone)) {
                        return Optional.of("its reader did not come to delete rows within a minute");
                    }
                    found.clear();
                }
            }
        }
        return Optional.empty();
    }

    /** Looks at one page of rows. {@return what is left of the range; null for nothing} */
    private @Nullable KeyRange look(Family family, KeyRange range, Gone gone, List<byte[]> found) {
        return target.copy.guarded(() -> {
            int looked = 0;
            try (RowCursor cursor = target.copy.entries(family, range)) {
                while (cursor.next()) {
                    rows++;
                    if (gone.test(cursor.value())) {
                        found.add(cursor.key());
                    }
                    if (++looked == ROWS_A_PAGE) {
                        byte[] last = cursor.key();
                        return new KeyRange(Arrays.copyOf(last, last.length + 1), null, Direction.FORWARD);
                    }
                }
                return null;
            }
        });
    }

    private boolean handOver(List<byte[]> keys, long goal, Gone gone) throws InterruptedException {
        try {
            swept += target.copy.sweeps().hand(keys, goal, gone).get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot delete rows of " + target.label(), e.getCause());
        }
    }
}
