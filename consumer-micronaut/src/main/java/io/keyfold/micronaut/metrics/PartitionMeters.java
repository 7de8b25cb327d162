package io.keyfold.micronaut.metrics;

import io.keyfold.UpsertTable;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of a table's partitions. They come and go with the partitions. Those of one scrape are of one state, which is read anew
 * when it is half a second old.
 */
final class PartitionMeters {

    private static final long RECENT_NANOS = Duration.ofMillis(500).toNanos();
    private static final double MS_A_SECOND = 1_000;

    private final UpsertTable<?> table;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private @Nullable Map<Integer, PartitionStatus> recent;
    private long recentNanos;

    /** A gauge of each partition: not a number where nothing is known. */
    private record Meter(MultiGauge gauge, Tags more, ToDoubleFunction<PartitionStatus> value) {}

    PartitionMeters(MeterRegistry registry, UpsertTable<?> table) {
        this.table = table;
        this.registry = registry;
        this.tags = Tags.of("table", table.contract().name());
        position();
        logEnd();
        restore();
        bad("key", partition -> partition.tallies().badKeys());
        bad("value", partition -> partition.tallies().badValues());
        for (PartitionState state : PartitionState.values()) {
            add(
                    "keyfold.partition.state",
                    "1 for the state that the partition is in, else 0",
                    null,
                    Tags.of("state", state.name()),
                    partition -> partition.state() == state ? 1 : 0);
        }
        for (TransactionVerdict verdict : TransactionVerdict.values()) {
            add(
                    "keyfold.partition.open.transaction",
                    "1 for the verdict on the open transaction behind which newer data waits, else 0",
                    null,
                    Tags.of("verdict", verdict.name()),
                    partition -> verdict(partition).filter(verdict::equals).isPresent() ? 1 : 0);
        }
    }

    private void position() {
        add(
                "keyfold.partition.position",
                "The next offset to read",
                null,
                partition ->
                        partition.position().map(p -> (double) p.position()).orElse(Double.NaN));
        add(
                "keyfold.partition.lag",
                "Offsets between the position and the last stable offset, transaction markers included",
                "offsets",
                partition -> partition.lag().isPresent() ? partition.lag().getAsLong() : Double.NaN);
        add(
                "keyfold.partition.caught.up.age",
                "How long ago every delete is known to have been seen",
                "seconds",
                partition -> age(partition.freshness().caughtUpAt()));
    }

    private void logEnd() {
        add(
                "keyfold.partition.read.through.age",
                "How long ago all was read that could be read then",
                "seconds",
                partition -> age(partition.logEnd().readThrough()));
        add(
                "keyfold.partition.oldest.unread.age",
                "Age of the oldest record that may be read and was not, by its timestamp; 0 if all has been",
                "seconds",
                partition -> partition.lag().orElse(1) == 0
                        ? 0
                        : age(partition.logEnd().oldestUnread()));
        add(
                "keyfold.partition.waiting",
                "Offsets that may not be read yet, for a transaction before them is open",
                "offsets",
                partition ->
                        partition.logEnd().waiting().map(WaitingData::offsets).orElse(0L));
        add(
                "keyfold.partition.waiting.age",
                "How long newer data has waited behind an open transaction; 0 if none does",
                "seconds",
                partition -> partition
                        .logEnd()
                        .waiting()
                        .map(waiting -> age(Optional.of(waiting.since())))
                        .orElse(0.0));
    }

    private void restore() {
        add(
                "keyfold.partition.restored",
                "Records restored since the partition was assigned",
                "records",
                PartitionStatus::restored);
        add(
                "keyfold.partition.restore.left",
                "Offsets that the restore has not read yet; 0 if there is none",
                "offsets",
                partition -> partition
                        .restore()
                        .map(restore -> Math.max(0, restore.to() - restore.next()))
                        .orElse(0L));
        add(
                "keyfold.partition.restore.left.time",
                "How long the restore will still take at the speed so far; 0 if there is none",
                "seconds",
                partition -> partition.restore().map(PartitionMeters::left).orElse(0.0));
        add(
                "keyfold.partition.audit.left",
                "Offsets that the audit has not read yet; 0 if there is none",
                "offsets",
                partition -> partition
                        .freshness()
                        .audit()
                        .map(audit -> Math.max(0, audit.to() - audit.next()))
                        .orElse(0L));
    }

    private static double left(RestoreProgress restore) {
        return restore.remaining().map(rest -> rest.toMillis() / MS_A_SECOND).orElse(Double.NaN);
    }

    private void bad(String part, ToDoubleFunction<PartitionStatus> value) {
        add(
                "keyfold.partition.bad",
                "Bad records since the partition was assigned, by the part that is bad",
                "records",
                Tags.of("part", part),
                value);
    }

    private static Optional<TransactionVerdict> verdict(PartitionStatus partition) {
        return partition.logEnd().waiting().flatMap(WaitingData::holder).map(OpenTransaction::verdict);
    }

    private double age(Optional<Instant> since) {
        return age(since, registry.config().clock());
    }

    /** Seconds, or not a number where nothing is known. */
    static double age(Optional<Instant> since, Clock clock) {
        return since.map(at -> Math.max(0, clock.wallTime() - at.toEpochMilli()) / MS_A_SECOND)
                .orElse(Double.NaN);
    }

    private void add(String name, String description, @Nullable String unit, ToDoubleFunction<PartitionStatus> value) {
        add(name, description, unit, Tags.empty(), value);
    }

    private void add(
            String name,
            String description,
            @Nullable String unit,
            Tags more,
            ToDoubleFunction<PartitionStatus> value) {
        MultiGauge gauge = MultiGauge.builder(name)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
        meters.add(new Meter(gauge, more, value));
    }

    /** Registers what has come and drops what has gone. What stays is not made anew: a scrape at that moment would miss it. */
    void follow() {
        TableStatus status = table.status();
        var unused = keep(status);
        for (Meter meter : meters) {
            meter.gauge.register(status.partitions().stream()
                    .map(partition -> row(partition.partition(), meter))
                    .toList());
        }
    }

    private MultiGauge.Row<PartitionMeters> row(int partition, Meter meter) {
        return MultiGauge.Row.of(
                meter.more.and("partition", String.valueOf(partition)), this, here -> here.now(partition, meter.value));
    }

    /** {@return the value, or not a number once the partition has gone} */
    private double now(int partition, ToDoubleFunction<PartitionStatus> value) {
        PartitionStatus here = recent().get(partition);
        return here == null ? Double.NaN : value.applyAsDouble(here);
    }

    private synchronized Map<Integer, PartitionStatus> recent() {
        Map<Integer, PartitionStatus> known = recent;
        long now = registry.config().clock().monotonicTime();
        return known != null && now - recentNanos < RECENT_NANOS ? known : keep(table.status());
    }

    private synchronized Map<Integer, PartitionStatus> keep(TableStatus status) {
        Map<Integer, PartitionStatus> byNumber = status.partitions().stream()
                .collect(Collectors.toMap(PartitionStatus::partition, partition -> partition));
        recent = byNumber;
        recentNanos = registry.config().clock().monotonicTime();
        return byNumber;
    }
}
