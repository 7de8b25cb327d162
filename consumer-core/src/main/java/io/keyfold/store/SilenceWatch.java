package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.LogEnd;
import io.keyfold.store.TransactionDoctor.Bounds;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every two seconds for readers that bring nothing new, and finds out what holds them: the open transaction that newer data
 * waits behind, and how old the record is that they have not come to. On a thread of its own, since a broker may take its time.
 *
 * <p>A transaction is looked at when data has waited behind it for two seconds, and again after ten while its partition stands
 * still; after five where the last look was not sure of it.
 */
final class SilenceWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);
    private static final long PERIOD_MS = 2_000;

    private final List<StreamsApp> apps;
    private final String name;
    private final Clock clock = Clock.systemUTC();
    private final UnreadRecords records = new UnreadRecords();
    private final LookTimes<PartitionProgress> times = new LookTimes<>(System::nanoTime);
    private final SteadyLook waitingLook = new SteadyLook("for the transactions that hold readers");
    private final SteadyLook laggingLook = new SteadyLook("for what lagging readers have not come to");
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    SilenceWatch(String consumer, List<StreamsApp> apps) {
        this.apps = List.copyOf(apps);
        this.name = "keyfold-doctor-" + consumer;
    }

    void start(Admin admin) {
        Thread started = new Thread(() -> run(admin), name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    private void run(Admin admin) {
        TransactionDoctor doctor = new TransactionDoctor(new AdminSurvey(admin), records, clock, System::nanoTime);
        try {
            while (!closed) {
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
                lookAround(doctor);
            }
        } catch (InterruptedException | InterruptException e) {
            LOG.debug("{} ends", name);
        } finally {
            records.close();
        }
    }

    /** Whatever one of them meets, the other looks, and both look again. */
    private void lookAround(TransactionDoctor doctor) throws InterruptedException {
        waitingLook.take(() -> {
            List<Audit.Target> targets = targets();
            records.beginRound(targets);
            lookAtWaiting(targets, doctor);
        });
        laggingLook.take(() -> records.lookAtLagging(targets()));
    }

    private List<Audit.Target> targets() {
        return apps.stream()
                .flatMap(app -> app.auditTargets().stream())
                .filter(target -> target.progress() != null)
                .toList();
    }

    private void lookAtWaiting(List<Audit.Target> targets, TransactionDoctor doctor) throws InterruptedException {
        List<Audit.Target> waiting = targets.stream()
                .filter(target ->
                        requireNonNull(target.progress()).logEnd().waiting().isPresent())
                .toList();
        forgetOthers(waiting, doctor);
        Map<TopicPartition, Bounds> due = new HashMap<>();
        for (Audit.Target target : waiting) {
            PartitionProgress progress = requireNonNull(target.progress());
            bounds(progress.logEnd())
                    .filter(bounds -> times.isDue(progress, bounds.stableEnd()))
                    .ifPresent(bounds -> due.put(target.topicPartition(), bounds));
        }
        if (due.isEmpty()) {
            return;
        }
        Map<TopicPartition, TransactionDoctor.Finding> findings = doctor.look(due);
        for (Audit.Target target : waiting) {
            Bounds at = due.get(target.topicPartition());
            TransactionDoctor.Finding found = findings.get(target.topicPartition());
            if (at != null && found != null) {
                PartitionProgress progress = requireNonNull(target.progress());
                progress.looked(at.stableEnd(), found.transactions(), found.unseen());
                times.looked(progress, at.stableEnd(), found.isFinal());
            }
        }
    }

    private void forgetOthers(List<Audit.Target> waiting, TransactionDoctor doctor) {
        Set<TopicPartition> partitions = new HashSet<>();
        Set<PartitionProgress> progress = new HashSet<>();
        waiting.forEach(target -> {
            partitions.add(target.topicPartition());
            progress.add(requireNonNull(target.progress()));
        });
        times.keepOnly(progress);
        doctor.keepOnly(partitions);
        records.keepOnly(partitions);
    }

    /** Empty if it has been closed meanwhile. */
    private static Optional<Bounds> bounds(LogEnd end) {
        return end.lastStableOffset().isPresent() && end.highWatermark().isPresent()
                ? Optional.of(new Bounds(
                        end.lastStableOffset().getAsLong(), end.highWatermark().getAsLong()))
                : Optional.empty();
    }

    /** Does not wait for a look that has begun. */
    @Override
    public void close() {
        closed = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
