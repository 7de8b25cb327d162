package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.row.StaleMark;
import io.keyfold.store.TableStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks each second what the partitions of a consumer's tables are doing, and every ten what is to be found of them, and logs what has
 * changed: each transition once, what repeats as a count. On a thread of its own, from {@link #start} to {@link #close}.
 */
public final class HealthWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);
    private static final long PERIOD_MS = 1_000;
    private static final int LOOKS_A_FINDING = 10;

    private final List<Watched> tables = new ArrayList<>();
    private final ConsumerMetrics metrics;
    private final ScheduledExecutorService scheduler;
    private int looks;

    /** One table, and what its partitions did at the last look. */
    private static final class Watched {
        private final TableStore store;
        private final FindingHistory findings;
        private final Map<Integer, PartitionState> states = new HashMap<>();
        private final Repeats repeats = new Repeats();

        Watched(TableStore store, FindingHistory findings) {
            this.store = store;
            this.findings = findings;
        }
    }

    /**
     * A watch over no table yet.
     *
     * @param consumer its name, for that of the thread
     * @param metrics is told of transitions
     */
    public HealthWatch(String consumer, ConsumerMetrics metrics) {
        this.metrics = requireNonNull(metrics, "metrics");
        this.scheduler = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "keyfold-health-" + consumer);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Adds a table, before the start.
     *
     * @param store the table
     * @param findings what is found of it
     */
    public void add(TableStore store, FindingHistory findings) {
        tables.add(new Watched(store, findings));
    }

    /** Begins to look. */
    public void start() {
        var unused = scheduler.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    /** Whatever it meets, it looks again. */
    private void look() {
        boolean isFull = looks++ % LOOKS_A_FINDING == 0;
        for (Watched table : tables) {
            try {
                note(table, TableHealth.of(table.store), Instant.now());
                if (isFull) {
                    var unused = table.findings.now();
                }
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.warn(
                        "A look at {} has failed; the next follows",
                        table.store.contract().name(),
                        e);
            }
        }
    }

    private void note(Watched table, TableStatus status, Instant now) {
        Map<Integer, PartitionState> before = Map.copyOf(table.states);
        table.states.clear();
        for (PartitionStatus partition : status.partitions()) {
            PartitionState was = before.get(partition.partition());
            table.states.put(partition.partition(), partition.state());
            if (was != partition.state()) {
                metrics.entered(
                        status.table(), partition.partition(), partition.state().name());
                tell(table, status.topic(), partition, was == null ? "" : was + " → ", now);
            }
        }
        before.keySet().stream()
                .filter(gone -> !table.states.containsKey(gone))
                .forEach(gone -> LOG.info("{}-{}: not on this instance any more", status.topic(), gone));
        table.repeats.forget(now);
    }

    private static void tell(Watched table, String topic, PartitionStatus partition, String was, Instant now) {
        String transition = topic + "-" + partition.partition() + ": " + was + partition.state();
        OptionalLong held = table.repeats.pass(transition, now);
        if (held.isPresent()) {
            LOG.info("{}: {}{}", transition, why(partition), FindingHistory.again(held.getAsLong()));
        }
    }

    /** Of a table that has stopped it is logged once, and not for each of its partitions. */
    private static String why(PartitionStatus partition) {
        if (partition.state() == PartitionState.FAILED) {
            return "the table has stopped";
        }
        boolean isSuspect = partition.state() == PartitionState.SUSPECT || partition.state() == PartitionState.AUDITING;
        return partition
                .freshness()
                .stale()
                .filter(mark -> isSuspect)
                .map(StaleMark::reason)
                .orElse(partition.diagnosis().sentence());
    }

    /** Does not wait for a look that has begun. */
    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
