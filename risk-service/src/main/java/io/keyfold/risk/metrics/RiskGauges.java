package io.keyfold.risk.metrics;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalScan;
import io.keyfold.risk.RiskTables;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.Rules;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micronaut.context.annotation.Context;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.TaskScheduler;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many alerts are open in the partitions that this instance has, and which rules hold, brought up to date every five seconds. */
@Context
final class RiskGauges {

    private static final Logger LOG = LoggerFactory.getLogger(RiskGauges.class);

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final UpsertTable<AlertRow> alerts;
    private final Rules rules;
    private final MultiGauge open;
    private final MultiGauge version;
    private final ScheduledFuture<?> following;

    RiskGauges(
            MeterRegistry registry,
            UpsertConsumer consumer,
            Rules rules,
            @Named(TaskExecutors.SCHEDULED) TaskScheduler scheduler) {
        this.alerts = consumer.table(RiskTables.ALERTS, AlertRow.class);
        this.rules = rules;
        this.open = MultiGauge.builder("keyfold.risk.alerts.open")
                .description("Alerts that are open in the partitions of this instance")
                .register(registry);
        this.version = MultiGauge.builder("keyfold.risk.rules")
                .description("1 for the version of the rules that hold")
                .register(registry);
        Gauge.builder("keyfold.risk.rules.problem", rules, all -> all.problem().isPresent() ? 1 : 0)
                .description("1 if the rules file as it is now was not taken, else 0")
                .register(registry);
        this.following = scheduler.scheduleWithFixedDelay(Duration.ZERO, EVERY, this::follow);
    }

    private void follow() {
        try {
            RuleBook book = rules.current();
            version.register(List.of(Row.of(Tags.of("version", book.version()), 1)), true);
            Map<String, Long> counts = new TreeMap<>();
            book.rules().stream().map(Rule::id).forEach(rule -> counts.put(rule, 0L));
            alerts.totals(TotalScan.of(RiskTables.OPEN_BY_RULE).limit(Scan.MAX_LIMIT))
                    .groups()
                    .forEach(group -> counts.put(String.valueOf(group.group().get(0)), group.rows()));
            open.register(
                    counts.entrySet().stream()
                            .map(count -> Row.of(Tags.of("rule", count.getKey()), count.getValue()))
                            .toList(),
                    true);
        } catch (RuntimeException e) { // one that is thrown ends a schedule
            LOG.warn("The gauges of alerts and rules are not up to date: {}", e.toString());
        }
    }

    @PreDestroy
    void stop() {
        following.cancel(false);
    }
}
