package io.keyfold.store;

import io.keyfold.metrics.AuditKind;
import io.keyfold.row.StaleMark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps asking where the stable parts of the logs end, so that readers know when they have caught up, also while nothing comes;
 * and has copies audited: those that are suspect as soon as their reader has caught up, others when it is time. On a thread of its
 * own, every second, or as often as a short {@code delete.retention.ms} needs.
 */
final class FreshnessWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FreshnessWatch.class);
    private static final long LONGEST_PERIOD_MS = 1_000;
    private static final long SHORTEST_PERIOD_MS = 100;
    private static final int LOOKS_A_RETENTION = 16;

    private final List<StreamsApp> apps;
    private final ScheduledExecutorService scheduler;
    private final Map<LocalCopy, AuditPlan> plans = new HashMap<>();

    FreshnessWatch(String consumer, List<StreamsApp> apps) {
        this.apps = List.copyOf(apps);
        this.scheduler = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "keyfold-freshness-" + consumer);
            thread.setDaemon(true);
            return thread;
        });
    }

    void start(Admin admin, Audits audits) {
        again(admin, audits);
    }

    private void again(Admin admin, Audits audits) {
        try {
            ScheduledFuture<?> unused =
                    scheduler.schedule(() -> lookAndAgain(admin, audits), periodMs(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The watch over freshness has ended", e);
        }
    }

    private long periodMs() {
        long period = LONGEST_PERIOD_MS;
        for (StreamsApp app : apps) {
            for (TableTask task : app.tasks()) {
                long retentionMs = task.retention().leastSince(System.currentTimeMillis());
                period = Math.min(period, Math.max(SHORTEST_PERIOD_MS, retentionMs / LOOKS_A_RETENTION));
            }
        }
        return period;
    }

    /** Whatever it meets, it looks again. */
    private void lookAndAgain(Admin admin, Audits audits) {
        plans.keySet().removeIf(LocalCopy::isClosed);
        try {
            look(admin, audits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.warn("A look at how fresh the tables are has failed; the next follows", e);
        }
        again(admin, audits);
    }

    /** At all tables at once: a broker that does not answer for one must not hold up the others. */
    private void look(Admin admin, Audits audits) throws InterruptedException {
        List<Audit.Target> targets =
                apps.stream().flatMap(app -> app.auditTargets().stream()).toList();
        Map<LocalCopy, LogBounds> bounds = LogBounds.of(targets, admin);
        for (Audit.Target target : targets) {
            LogBounds known = bounds.get(target.copy());
            if (known != null) {
                try {
                    look(target, known, audits);
                } catch (RuntimeException e) {
                    LOG.warn("A look at how fresh {} is has failed; the next follows", target.label(), e);
                }
            }
        }
    }

    private void look(Audit.Target target, LogBounds known, Audits audits) {
        if (target.progress() != null) {
            target.progress().ends(known.end(), known.highWatermark());
        }
        AuditPlan plan = plans.computeIfAbsent(target.copy(), added -> new AuditPlan());
        tell(target, plan);
        plan(target, known, plan, audits);
    }

    /** Of a standby, which has no state that anybody could see. */
    private static void tell(Audit.Target target, AuditPlan plan) {
        Freshness freshness = target.copy().freshness();
        boolean isSuspect = !freshness.isSafe();
        if (target.progress() != null) {
            LOG.debug("{} is {}", target.label(), isSuspect ? "suspect" : "fresh");
        } else if (isSuspect && !plan.isSuspect()) {
            LOG.warn(
                    "{} is suspect, and is audited as soon as it has caught up: {}",
                    target.label(),
                    freshness.stale().map(StaleMark::reason).orElse(""));
        } else if (!isSuspect && plan.isSuspect()) {
            LOG.info("{} is fresh again", target.label());
        }
        plan.suspect(isSuspect);
    }

    /** Expired rows are looked for at once, though the copy may be being compared with its topic. */
    static void plan(Audit.Target target, LogBounds bounds, AuditPlan plan, Audits audits) {
        LocalCopy copy = target.copy();
        if (copy.isClosed()) {
            return;
        }
        boolean isKeptUp = copy.freshness().isKeptUp();
        if (target.run().task().expires() && !isExpiryDone(target, bounds, plan)) {
            if (isKeptUp && plan.mayExpire() && !audits.isExpiring(copy)) {
                expire(target, bounds, plan, audits);
            }
            return;
        }
        boolean isDue = target.progress() != null
                && target.run()
                        .task()
                        .settings()
                        .freshness()
                        .auditEvery()
                        .filter(plan::isDue)
                        .isPresent();
        if (isKeptUp && (plan.isSuspect() || isDue) && plan.mayCompare() && !audits.isComparing(copy)) {
            CompletableFuture<Void> unused = audits.begin(Audit.of(target, AuditKind.ZOMBIES))
                    .thenAccept(report -> plan.compared(report.inconclusive().isEmpty()));
        }
    }

    private static boolean isExpiryDone(Audit.Target target, LogBounds bounds, AuditPlan plan) {
        boolean isDone = bounds.start() <= plan.expiredBelow();
        if (isDone) {
            target.copy().freshness().expiryDone(); // a standby's that is active now may have been told again
        }
        return isDone;
    }

    private static void expire(Audit.Target target, LogBounds bounds, AuditPlan plan, Audits audits) {
        CompletableFuture<Void> unused = audits.begin(
                        Audit.ofExpired(target, bounds.start(), bounds.end().offset()))
                .thenAccept(report -> {
                    if (report.inconclusive().isEmpty()) {
                        plan.expired(bounds.start());
                    } else {
                        plan.notExpired();
                    }
                });
    }

    /** Does not wait for a look that has begun. */
    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
