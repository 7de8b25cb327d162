package io.keyfold.micronaut.metrics;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.keyfold.UpsertTable;
import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.QuestionCounts;
import io.keyfold.metrics.TableCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one table. Each reads the table's status when it is asked.
 *
 * <p>Partitions come and go, and the reasons of dead letters are known only when the first one comes: {@link #follow()}
 * registers what has come and drops what has gone. One thread at a time may call it.
 */
final class TableMeters {

    private static final String RECORDS = "keyfold.records";

    private final MeterRegistry registry;
    private final UpsertTable<?> table;
    private final Tags tags;
    private final PartitionMeters partitions;
    private volatile Map<Severity, Long> findings = Map.of();

    private TableMeters(MeterRegistry registry, UpsertTable<?> table) {
        this.registry = registry;
        this.table = table;
        this.tags = Tags.of("table", table.contract().name());
        this.partitions = new PartitionMeters(registry, table);
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
        countQuestions("here", QuestionCounts::here);
        countQuestions("standby", QuestionCounts::standby);
        countQuestions("forwarded", QuestionCounts::forwarded);
        Gauge.builder("keyfold.table.ready", table, t -> t.status().isReady() ? 1 : 0)
                .description("1 if every assigned partition has caught up once and may be read, else 0")
                .tags(tags)
                .register(registry);
        Gauge.builder("keyfold.table.live", table, t -> t.status().isLive() ? 1 : 0)
                .description("0 if the table has stopped for good, else 1")
                .tags(tags)
                .register(registry);
        for (Severity severity : Severity.values()) {
            Gauge.builder("keyfold.table.findings", this, here -> here.findings.getOrDefault(severity, 0L))
                    .description("What is to be found now of the topic and of this instance, by how much it matters")
                    .tags(tags.and("severity", severity.name()))
                    .register(registry);
        }
    }

    private void count(String name, String description, ToDoubleFunction<TableCounts> count) {
        FunctionCounter.builder(name, table, t -> count.applyAsDouble(t.status().counts()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void countQuestions(String answered, ToDoubleFunction<QuestionCounts> count) {
        FunctionCounter.builder("keyfold.questions", table, t -> count.applyAsDouble(t.questions()))
                .description("Questions to partitions since the start, by the copy that answered them")
                .tags(tags.and("answered", answered))
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
        partitions.follow();
        // Looks rows up: not for each scrape.
        findings = table.findings().stream().collect(groupingBy(Finding::severity, counting()));
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

    static long stalePartitions(TableStatus status) {
        return status.partitions().stream()
                .filter(partition -> partition.freshness().stale().isPresent())
                .count();
    }
}
