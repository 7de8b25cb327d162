package io.keyfold.store;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs audits, one after the other: each may hold a few bytes for every row of its partition. Any thread. */
final class Audits implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Audits.class);
    private static final String CLOSING = "the consumer is being closed";

    private final ExecutorService thread;
    private volatile boolean closed;
    /** Copies that are being audited, or wait for it. */
    private final Set<LocalCopy> busy = ConcurrentHashMap.newKeySet();

    Audits(String consumer) {
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, "keyfold-audit-" + consumer);
            made.setDaemon(true);
            return made;
        });
    }

    boolean isBusy(LocalCopy copy) {
        return busy.contains(copy);
    }

    /** Returns at once. What comes of it never fails but for a fault in the audit itself. */
    CompletableFuture<PartitionAudit> begin(Audit audit) {
        CompletableFuture<PartitionAudit> done = new CompletableFuture<>();
        LocalCopy copy = audit.target().copy();
        PartitionProgress progress = audit.target().progress();
        busy.add(copy);
        if (progress != null && audit.kind() != AuditKind.EXPIRY) {
            progress.auditBegins(audit);
        }
        try {
            thread.execute(() -> run(audit, done));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is not audited any more", audit.target().label(), e);
            end(audit, audit.report(Optional.of(CLOSING)), done);
        }
        return done;
    }

    private void run(Audit audit, CompletableFuture<PartitionAudit> done) {
        try {
            end(audit, closed ? audit.report(Optional.of(CLOSING)) : audit.run(), done);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(audit, audit.report(Optional.of(CLOSING)), done);
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.error(
                    "The audit of {} has failed; it is tried again",
                    audit.target().label(),
                    e);
            end(audit, audit.report(Optional.of("it has failed: " + StartCheck.rootMessage(e))), done);
        }
    }

    private void end(Audit audit, PartitionAudit report, CompletableFuture<PartitionAudit> done) {
        busy.remove(audit.target().copy());
        PartitionProgress progress = audit.target().progress();
        if (progress != null && audit.kind() != AuditKind.EXPIRY) {
            progress.auditEnds(audit, report);
        }
        done.complete(report);
    }

    /** Ends what is running; of what waits nothing comes but that. */
    @Override
    public void close() {
        closed = true;
        thread.shutdownNow().forEach(Runnable::run);
    }
}
