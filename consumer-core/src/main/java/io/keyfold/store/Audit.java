package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.AuditProgress.Phase;
import io.keyfold.metrics.PartitionAudit;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
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

        TopicPartition topicPartition() {
            return new TopicPartition(run.contract().topic(), partition);
        }

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
    private final RowSweep sweep;
    private long records;
    private long missing;
    private long older;
    private long bytes;

    private Audit(Target target, AuditKind kind, Optional<Expired> expired) {
        this.target = target;
        this.sweep = new RowSweep(target.copy, target.label());
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
                sweep.rows(),
                sweep.swept(),
                Duration.ofNanos(System.nanoTime() - startNanos));
    }

    /** Runs it to its end, whatever that is. */
    PartitionAudit run() throws InterruptedException {
        Optional<String> inconclusive;
        try {
            inconclusive = expired.isPresent() ? expire(expired.get()) : compare();
        } catch (IllegalStateException e) {
            if (!(e instanceof CancellationException) && !target.copy.isClosed()) {
                throw e;
            }
            LOG.debug("The audit of {} has ended: its copy was closed, or has another writer", target.label(), e);
            inconclusive = Optional.of("the partition was closed or moved away meanwhile");
        } catch (KafkaException e) {
            LOG.debug("The audit of {} could not read the topic", target.label(), e);
            inconclusive = Optional.of("the topic could not be read: " + StartCheck.rootMessage(e));
        }
        PartitionAudit report = report(inconclusive);
        if (kind != AuditKind.EXPIRY || sweep.swept() > 0) {
            LOG.info(
                    "The audit of {} has read {} records and looked at {} rows: {} were gone{}",
                    target.label(),
                    records,
                    sweep.rows(),
                    sweep.swept(),
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
                sweep.rows(),
                sweep.swept(),
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
        Optional<String> why = sweep.run(new Gone.Below(bounds.logStart), bounds.stableEnd);
        if (why.isEmpty()) {
            target.copy.freshness().expiryDone();
        }
        return why;
    }

    private Optional<String> compare() throws InterruptedException {
        try (TopicScan reading = new TopicScan(
                target.streams,
                target.topicPartition(),
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
            Optional<String> why = sweep.run(gone, after);
            if (why.isEmpty() && full != null && full.isOverfull()) {
                return Optional.of("too many values of the topic have later records for their keys to be looked up");
            }
            return why.isPresent() ? why : conclude(beganMs, start);
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
        return new Gone.NotIn(
                survivors, deleted, before, start, target.run.task().expires());
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

    private Optional<String> conclude(long beganMs, long start) {
        long undecided = sweep.undecided();
        if (undecided > 0) {
            return Optional.of((undecided == 1 ? "1 row lies" : undecided + " rows lie")
                    + " below the log's start, offset " + start + ", and until written again topic "
                    + target.run.contract().topic() + " cannot tell whether deleted or not; " + TopicNotes.TO_DECLARE);
        }
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
}
