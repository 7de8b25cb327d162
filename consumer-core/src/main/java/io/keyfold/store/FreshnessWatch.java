package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.AuditKind;
import io.keyfold.row.StaleMark;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
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
    private static final long ANSWER_TIMEOUT_MS = 5_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final List<StreamsApp> apps;
    private final ScheduledExecutorService scheduler;
    private final Map<LocalCopy, Plan> plans = new HashMap<>();

    /** What is known of the audits of one copy: asked by the watch, told by the audit that has ended. */
    private static final class Plan {

        private int inconclusive;
        private volatile long notBeforeNanos = System.nanoTime();
        private volatile long lastNanos = System.nanoTime();
        private volatile long expiredBelow;
        private boolean isSuspect;

        boolean mayTry() {
            return System.nanoTime() - notBeforeNanos >= 0;
        }

        synchronized void ended(boolean isConclusive) {
            lastNanos = System.nanoTime();
            inconclusive = isConclusive ? 0 : inconclusive + 1;
            long pauseNanos = isConclusive
                    ? 0
                    : Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(inconclusive, 10));
            notBeforeNanos = lastNanos + pauseNanos;
        }

        boolean isDue(Duration every) {
            return System.nanoTime() - lastNanos >= every.toNanos();
        }
    }

    /** Where one partition's log begins and where its stable part ends. */
    private record Bounds(long start, StableEnd end) {}

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
        for (StreamsApp app : apps) {
            try {
                look(app, admin, audits);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.warn("A look at how fresh {} is has failed; the next follows", app.label(), e);
            }
        }
        again(admin, audits);
    }

    private void look(StreamsApp app, Admin admin, Audits audits) throws InterruptedException {
        List<Audit.Target> targets = app.auditTargets();
        Map<TopicPartition, Bounds> bounds = bounds(targets, admin);
        for (Audit.Target target : targets) {
            Bounds known = bounds.get(topicPartition(target));
            if (known != null) {
                if (target.progress() != null) {
                    target.progress().stableEnd(known.end());
                }
                Plan plan = plans.computeIfAbsent(target.copy(), added -> new Plan());
                tell(target, plan);
                plan(target, known, plan, audits);
            }
        }
    }

    private static TopicPartition topicPartition(Audit.Target target) {
        return new TopicPartition(target.run().contract().topic(), target.partition());
    }

    private static void tell(Audit.Target target, Plan plan) {
        Freshness freshness = target.copy().freshness();
        boolean isSuspect = !freshness.isSafe();
        if (isSuspect && !plan.isSuspect) {
            LOG.warn(
                    "{} is suspect, and is audited as soon as it has caught up: {}",
                    target.label(),
                    freshness.stale().map(StaleMark::reason).orElse(""));
        } else if (!isSuspect && plan.isSuspect) {
            LOG.info("{} is fresh again", target.label());
        }
        plan.isSuspect = isSuspect;
    }

    private static void plan(Audit.Target target, Bounds bounds, Plan plan, Audits audits) {
        LocalCopy copy = target.copy();
        if (audits.isBusy(copy) || copy.isClosed() || !plan.mayTry()) {
            return;
        }
        if (target.run().task().expires() && !isExpiryDone(target, bounds, plan)) {
            if (copy.freshness().isKeptUp()) {
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
        if (copy.freshness().isKeptUp() && (plan.isSuspect || isDue)) {
            audits.begin(Audit.of(target, AuditKind.ZOMBIES))
                    .thenAccept(report -> plan.ended(report.inconclusive().isEmpty()));
        }
    }

    private static boolean isExpiryDone(Audit.Target target, Bounds bounds, Plan plan) {
        boolean isDone = bounds.start() <= plan.expiredBelow;
        if (isDone) {
            target.copy().freshness().expiryDone(); // a standby's that is active now may have been told again
        }
        return isDone;
    }

    private static void expire(Audit.Target target, Bounds bounds, Plan plan, Audits audits) {
        audits.begin(Audit.ofExpired(target, bounds.start(), bounds.end().offset()))
                .thenAccept(report -> {
                    boolean isConclusive = report.inconclusive().isEmpty();
                    plan.ended(isConclusive);
                    plan.expiredBelow = isConclusive ? bounds.start() : plan.expiredBelow;
                });
    }

    /** Of those that the broker tells. */
    private static Map<TopicPartition, Bounds> bounds(List<Audit.Target> targets, Admin admin)
            throws InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        for (Audit.Target target : targets) {
            latest.put(topicPartition(target), OffsetSpec.latest());
            if (target.run().task().expires()) {
                earliest.put(topicPartition(target), OffsetSpec.earliest());
            }
        }
        if (latest.isEmpty()) {
            return Map.of();
        }
        long nowMs = System.currentTimeMillis();
        ListOffsetsResult ends = admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
        ListOffsetsResult starts = earliest.isEmpty() ? ends : admin.listOffsets(earliest);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_TIMEOUT_MS);
        Map<TopicPartition, Bounds> told = new HashMap<>();
        for (TopicPartition partition : latest.keySet()) {
            try {
                long end = offset(ends, partition, deadline);
                long start = earliest.containsKey(partition) ? offset(starts, partition, deadline) : 0;
                told.put(partition, new Bounds(start, new StableEnd(nowMs, end)));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The ends of {} are not told; the next look asks again", partition, e);
            }
        }
        return told;
    }

    private static long offset(ListOffsetsResult result, TopicPartition partition, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        return requireNonNull(result.partitionResult(partition)
                        .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS))
                .offset();
    }

    /** Does not wait for a look that has begun. */
    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
