package io.keyfold.micronaut.metrics;

import io.keyfold.UpsertTable;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.TableCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one table. Each reads the table's status when it is asked.
 *
 * <p>Partitions come and go, and the reasons of dead letters are known only when the first one comes: {@link #follow()}
 * registers what has come and drops what has gone. One thread at a time may call it.
 */
final class TableMeters {

    private static final String RECORDS = "keyfold.records";
    private static final double MS_A_SECOND = 1_000;

    private final MeterRegistry registry;
    private final UpsertTable<?> table;
    private final Tags tags;
    private final MultiGauge lags;
    private final MultiGauge positions;
    private final MultiGauge restored;
    private final MultiGauge badKeys;
    private final MultiGauge badValues;
    private final MultiGauge caughtUpAges;

    private TableMeters(MeterRegistry registry, UpsertTable<?> table) {
        this.registry = registry;
        this.table = table;
        this.tags = Tags.of("table", table.contract().name());
        this.lags = MultiGauge.builder("keyfold.partition.lag")
                .description("Offsets between the position and the last stable offset, transaction markers included")
                .baseUnit("offsets")
                .tags(tags)
                .register(registry);
        this.positions = MultiGauge.builder("keyfold.partition.position")
                .description("The next offset to read")
                .tags(tags)
                .register(registry);
        this.restored = MultiGauge.builder("keyfold.partition.restored")
                .description("Records restored since the partition was assigned")
                .baseUnit("records")
                .tags(tags)
                .register(registry);
        this.badKeys = badRecords("key");
        this.badValues = badRecords("value");
        this.caughtUpAges = MultiGauge.builder("keyfold.partition.caught.up.age")
                .description("How long ago every delete is known to have been seen")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
    }

    private MultiGauge badRecords(String part) {
        return MultiGauge.builder("keyfold.partition.bad")
                .description("Bad records since the partition was assigned, by the part that is bad")
                .baseUnit("records")
                .tags(tags.and("part", part))
                .register(registry);
    }

    static TableMeters register(MeterRegistry registry, UpsertTable<?> table) {
        TableMeters meters = new TableMeters(registry, table);
        meters.registerFixed();
        meters.follow();
        return meters;
    }

    private void registerFixed() {
        FunctionCounter.builder(
                        "keyfold.records.read", table, t -> t.status().counts().read())
                .description("Records read since the start")
                .tags(tags)
                .register(registry);
        countRecords("inserted", TableCounts::inserted);
        countRecords("updated", TableCounts::updated);
        countRecords("deleted", TableCounts::deleted);
        countRecords("unchanged", TableCounts::unchanged);
        countRecords("skipped", TableCounts::skipped);
        countRecords("loaded", TableCounts::loaded);
        countRecords("superseded", TableCounts::superseded);
        countRecords("dead-lettered", TableCounts::deadLetters);
        count(
                "keyfold.records.foreign",
                "Of the records read, those in another partition than the one their key hashes to",
                TableCounts::foreign);
        count(
                "keyfold.records.respelled.keys",
                "Of the records read, those whose key has other bytes than Flink writes for it",
                TableCounts::respelledKeys);
        count(
                "keyfold.records.deletes.of.nothing",
                "Of the unchanged, deletes of a row that was not there",
                TableCounts::deletesOfNothing);
        count("keyfold.rows.swept", "Rows that audits had deleted: their deletes had been missed", TableCounts::swept);
        count("keyfold.rows.expired", "Rows that were deleted because their record had expired", TableCounts::expired);
        Gauge.builder("keyfold.table.stale.partitions", table, t -> stalePartitions(t.status()))
                .description("Partitions whose rows may have been deleted upstream")
                .tags(tags)
                .register(registry);
        Gauge.builder("keyfold.table.ready", table, t -> t.status().isReady() ? 1 : 0)
                .description("1 if every assigned partition has caught up once and may be read, else 0")
                .tags(tags)
                .register(registry);
        Gauge.builder("keyfold.table.live", table, t -> t.status().isLive() ? 1 : 0)
                .description("0 if the table has stopped for good, else 1")
                .tags(tags)
                .register(registry);
    }

    private void count(String name, String description, ToDoubleFunction<TableCounts> count) {
        FunctionCounter.builder(name, table, t -> count.applyAsDouble(t.status().counts()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void countRecords(String outcome, ToDoubleFunction<TableCounts> count) {
        FunctionCounter.builder(
                        RECORDS, table, t -> count.applyAsDouble(t.status().counts()))
                .description("Records read since the start, by what became of them")
                .tags(tags.and("outcome", outcome))
                .register(registry);
    }

    void follow() {
        TableStatus status = table.status();
        status.counts().deadLettered().keySet().forEach(this::countDeadLetters);
        lags.register(
                status.partitions().stream()
                        .map(partition -> row(partition, TableMeters::lag))
                        .toList(),
                true);
        positions.register(
                status.partitions().stream()
                        .map(partition -> row(partition, TableMeters::position))
                        .toList(),
                true);
        restored.register(
                status.partitions().stream()
                        .map(partition -> row(partition, PartitionStatus::restored))
                        .toList(),
                true);
        badKeys.register(
                status.partitions().stream()
                        .map(partition -> row(partition, p -> p.tallies().badKeys()))
                        .toList(),
                true);
        badValues.register(
                status.partitions().stream()
                        .map(partition -> row(partition, p -> p.tallies().badValues()))
                        .toList(),
                true);
        caughtUpAges.register(
                status.partitions().stream()
                        .map(partition -> row(
                                partition,
                                p -> caughtUpAge(p, registry.config().clock().wallTime())))
                        .toList(),
                true);
    }

    /** Registering again gives the meter that is there. */
    private void countDeadLetters(String reason) {
        FunctionCounter.builder(
                        "keyfold.dead.letters",
                        table,
                        t -> t.status().counts().deadLettered().getOrDefault(reason, 0L))
                .description("Bad records since the start, by reason")
                .tags(tags.and("reason", reason))
                .register(registry);
    }

    private MultiGauge.Row<UpsertTable<?>> row(PartitionStatus partition, ToDoubleFunction<PartitionStatus> value) {
        int number = partition.partition();
        return MultiGauge.Row.of(
                Tags.of("partition", String.valueOf(number)), table, t -> now(t.status(), number, value));
    }

    /** {@return the value, or NaN once the partition has gone} */
    private static double now(TableStatus status, int partition, ToDoubleFunction<PartitionStatus> value) {
        return status.partitions().stream()
                .filter(candidate -> candidate.partition() == partition)
                .mapToDouble(value)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** {@return seconds, or NaN where nothing is known} */
    static double caughtUpAge(PartitionStatus partition, long nowMs) {
        return partition
                .freshness()
                .caughtUpAt()
                .map(at -> (nowMs - at.toEpochMilli()) / MS_A_SECOND)
                .orElse(Double.NaN);
    }

    static long stalePartitions(TableStatus status) {
        return status.partitions().stream()
                .filter(partition -> partition.freshness().stale().isPresent())
                .count();
    }

    private static double lag(PartitionStatus partition) {
        return partition.lag().isPresent() ? partition.lag().getAsLong() : Double.NaN;
    }

    private static double position(PartitionStatus partition) {
        return partition.position().map(p -> (double) p.position()).orElse(Double.NaN);
    }
}
