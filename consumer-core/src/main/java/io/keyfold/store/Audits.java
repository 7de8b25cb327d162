package io.keyfold.store;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs audits: those that compare with the topic one after the other, for each may hold a few bytes for every row of its
 * partition, and those of expired rows, which hold none, beside them. Copies that are suspect come first, else whoever came
 * first. Any thread.
 */
final class Audits implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Audits.class);
    private static final String CLOSING = "the consumer is being closed";

    /** What is done to a copy, or waits for it. */
    private record Busy(LocalCopy copy, boolean isExpiry) {

        static Busy with(Audit audit) {
            return new Busy(audit.target().copy(), audit.kind() == AuditKind.EXPIRY);
        }
    }

    /** An audit that waits for its turn. */
    private record Turn(boolean isSuspect, long number, Runnable audit) implements Runnable, Comparable<Turn> {

        private static final Comparator<Turn> ORDER =
                Comparator.comparing(Turn::isSuspect).reversed().thenComparing(Turn::number);

        @Override
        public int compareTo(Turn other) {
            return ORDER.compare(this, other);
        }

        @Override
        public void run() {
            audit.run();
        }
    }

    private final ExecutorService comparing;
    private final ExecutorService expiring;
    private final AtomicLong turns = new AtomicLong();
    private volatile boolean closed;
    /** How many of each. */
    private final Map<Busy, Integer> busy = new ConcurrentHashMap<>();

    Audits(String consumer) {
        this.comparing = thread("keyfold-audit-" + consumer);
        this.expiring = thread("keyfold-expiry-" + consumer);
    }

    private static ExecutorService thread(String name) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
    }

    /** Whether a copy is being compared with its topic, or waits for it. */
    boolean isComparing(LocalCopy copy) {
        return busy.containsKey(new Busy(copy, false));
    }

    /** Whether rows of a copy are being looked for that have expired, or are going to be. */
    boolean isExpiring(LocalCopy copy) {
        return busy.containsKey(new Busy(copy, true));
    }

    /** Returns at once. What comes of it never fails but for a fault in the audit itself. */
    CompletableFuture<PartitionAudit> begin(Audit audit) {
        CompletableFuture<PartitionAudit> done = new CompletableFuture<>();
        Busy with = Busy.with(audit);
        PartitionProgress progress = audit.target().progress();
        busy.merge(with, 1, Integer::sum);
        if (progress != null && !with.isExpiry) {
            progress.auditBegins(audit);
        }
        boolean isSuspect = !with.copy.freshness().isSafe();
        try {
            (with.isExpiry ? expiring : comparing)
                    .execute(new Turn(isSuspect, turns.incrementAndGet(), () -> run(audit, done)));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is not audited any more", audit.target().label(), e);
            end(audit, audit.report(Optional.of(CLOSING)), done);
        }
        return done;
    }

    /** Whatever ends it, there is a report: somebody waits for it, and the copy is busy until then. */
    private void run(Audit audit, CompletableFuture<PartitionAudit> done) {
        PartitionAudit report;
        Throwable failure = null;
        try {
            report = closed ? audit.report(Optional.of(CLOSING)) : audit.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            report = audit.report(Optional.of(CLOSING));
        } catch (Throwable e) {
            failure = e;
            report = audit.report(Optional.of("it has failed: " + StartCheck.rootMessage(e)));
        }
        end(audit, report, done);
        if (failure != null) {
            LOG.error(
                    "The audit of {} has failed; it is tried again",
                    audit.target().label(),
                    failure);
            if (failure instanceof Error error && !(error instanceof OutOfMemoryError)) {
                throw error;
            }
        }
    }

    private void end(Audit audit, PartitionAudit report, CompletableFuture<PartitionAudit> done) {
        Busy with = Busy.with(audit);
        busy.computeIfPresent(with, (same, count) -> count == 1 ? null : count - 1);
        PartitionProgress progress = audit.target().progress();
        if (progress != null && !with.isExpiry) {
            progress.auditEnds(audit, report);
        }
        done.complete(report);
        audit.target()
                .run()
                .task()
                .metrics()
                .audited(audit.target().run().contract().name(), report);
    }

    /** Ends what is running; of what waits nothing comes but that. */
    @Override
    public void close() {
        closed = true;
        comparing.shutdownNow().forEach(Runnable::run);
        expiring.shutdownNow().forEach(Runnable::run);
    }
}
