package io.keyfold.micronaut.metrics;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.keyfold.UpsertConsumer;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Prometheus gets of a table to which everything has happened once that is counted. */
final class ExportedMetrics {

    private static final Pattern SERIES = Pattern.compile("(?m)^(keyfold_\\w+)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final String TABLE = "dwd_order_item";
    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";

    private ExportedMetrics() {}

    /** {@return the labels of each series, by its metric's name} */
    static Map<String, Set<Map<String, String>>> all() {
        return SERIES.matcher(scrape())
                .results()
                .collect(
                        groupingBy(series -> series.group(1), TreeMap::new, mapping(ExportedMetrics::labels, toSet())));
    }

    private static Map<String, String> labels(MatchResult series) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    private static String scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (TableDriver driver = TableDriver.of(TableContracts.named(TABLE));
                UpsertConsumer consumer = UpsertConsumer.builder("c")
                        .bootstrapServers("127.0.0.1:1")
                        .table(TableContracts.named(TABLE))
                        .build()) {
            TableMeters table = TableMeters.register(registry, driver.table());
            StoreMeters.register(registry, consumer);
            RequestMeters.register(registry, new RequestsInFlight());
            driver.rawText(KEY, "nonsense");
            table.follow();
            tell(new MicrometerMetrics(registry));
            tell(new PeerMeters(Optional.of(registry)));
            new ChangeMeters(registry).reset(TABLE, 1);
            return registry.scrape();
        } finally {
            registry.close();
        }
    }

    private static void tell(MicrometerMetrics metrics) {
        metrics.entered(TABLE, 0, "READY");
        metrics.found(TABLE, "stale-rows");
        metrics.restored(TABLE, 0, 1, Duration.ofSeconds(1));
        metrics.audited(
                TABLE,
                new PartitionAudit(
                        0,
                        AuditKind.ZOMBIES,
                        Instant.EPOCH,
                        Duration.ofSeconds(1),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Optional.empty()));
        metrics.threadDied(TABLE);
    }

    private static void tell(PeerMeters peers) {
        peers.asked("answered", Duration.ofMillis(1));
        peers.asked("failed", Duration.ofMillis(1));
        peers.asked("refused", Duration.ofMillis(1));
        peers.refused("forged");
    }
}
