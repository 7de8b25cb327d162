package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.config.Materialization;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.FastCompaction;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No false zombie: one audit after the other beside random traffic, while the topic is compacted, deletes nothing. Under
 * {@code -Psoak} for minutes. {@code -Dseed=…} gives the same traffic again.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class AuditSoakIT {

    private static final int PARTITIONS = 3;
    private static final Duration DURATION = Duration.ofSeconds(Boolean.getBoolean("soak.full") ? 150 : 8);

    @ParameterizedTest
    @EnumSource(Materialization.class)
    void audits_besideTrafficAndCompaction_findNothing(
            Materialization materialization, KeyfoldKafka kafka, @TempDir Path stateDir) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(materialization + ": -Dseed=" + seed);
        TableContract contract = kafka.createTable(
                ZombieScene.itemContract(), PARTITIONS, FastCompaction.topicConfigs(ZombieScene.DELETE_RETENTION));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("soak"))
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .materialization(materialization)
                        .streamsOverrides(Map.of("commit.interval.ms", "100"))
                        .table(contract)
                        .build();
                SoakTraffic traffic = SoakTraffic.begin(topic, seed)) {
            consumer.start();
            assertThat(consumer.awaitReady(ZombieScene.PATIENCE)).isTrue();
            UpsertTable<RowJson> table = consumer.table(contract.name());

            List<PartitionAudit> reports = auditAgainAndAgain(table);
            Map<String, String> rows = traffic.end();

            assertThat(reports).allSatisfy(report -> {
                assertThat(report.swept()).as("swept").isZero();
                assertThat(report.missing()).as("missing").isZero();
                assertThat(report.older()).as("older").isZero();
            });
            await().atMost(ZombieScene.PATIENCE)
                    .untilAsserted(() -> assertThat(values(table)).isEqualTo(rows));
            assertThat(table.status().counts().swept()).as("swept in all").isZero();
            assertCompactedAndConclusive(table, reports, traffic.written());
        }
    }

    private static List<PartitionAudit> auditAgainAndAgain(UpsertTable<RowJson> table) throws Exception {
        List<PartitionAudit> reports = new ArrayList<>();
        long deadline = System.nanoTime() + DURATION.toNanos();
        for (int i = 0; System.nanoTime() < deadline; i++) {
            AuditKind kind = i % 2 == 0 ? AuditKind.ZOMBIES : AuditKind.FULL;
            reports.addAll(table.audit(kind).get(ZombieScene.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
        return reports;
    }

    /** Else all of this would say nothing. */
    private static void assertCompactedAndConclusive(
            UpsertTable<RowJson> table, List<PartitionAudit> reports, long written) throws Exception {
        List<PartitionAudit> last = table.audit(AuditKind.FULL).get(ZombieScene.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        long records = last.stream().mapToLong(PartitionAudit::records).sum();
        long conclusive = reports.stream()
                .filter(report -> report.inconclusive().isEmpty())
                .count();
        System.out.println(written + " records written, " + records + " left; " + reports.size() + " audits, "
                + conclusive + " conclusive");
        assertThat(last).allMatch(PartitionAudit::isClean);
        assertThat(records).as("records left by compaction").isLessThan(written);
        assertThat(conclusive).as("conclusive audits").isPositive();
    }

    private static Map<String, String> values(UpsertTable<RowJson> table) {
        Map<String, String> values = new TreeMap<>();
        table.scan(Scan.all())
                .rows()
                .forEach(row ->
                        values.put(DerivedItems.order(row.key()), row.value().text()));
        return values;
    }
}
