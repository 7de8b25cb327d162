package io.keyfold.micronaut.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.health.PartitionDiagnosis;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.TableCounters;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Meters over a table without a broker. */
final class TableMetersTest {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));
    private final TableMeters meters = TableMeters.register(registry, driver.table());

    @AfterEach
    void close() {
        registry.close();
        driver.close();
    }

    private double records(String outcome) {
        return registry.get("keyfold.records")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void records_byOutcome_addUpToThoseRead() {
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, KEY);
        driver.rawText(KEY, "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":1}");
        driver.rawText(KEY, "nonsense");
        driver.rawText(KEY, null);

        assertThat(records("inserted")).isEqualTo(1);
        assertThat(records("unchanged")).isEqualTo(1);
        assertThat(records("updated")).isEqualTo(1);
        assertThat(records("dead-lettered")).isEqualTo(1);
        assertThat(records("deleted")).isEqualTo(1);
        assertThat(records("skipped")).isZero();
        assertThat(registry.get("keyfold.records.read").functionCounter().count())
                .isEqualTo(5);
    }

    @Test
    void deadLetters_newReason_isCountedOnceFollowed() {
        driver.rawText(KEY, "nonsense");
        driver.rawText(KEY, "nonsense");

        meters.follow();
        meters.follow();

        assertThat(registry.get("keyfold.dead.letters").functionCounters()).hasSize(1);
        assertThat(registry.get("keyfold.dead.letters")
                        .tag("reason", "not-json")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void partitions_followed_haveLagAndPosition() {
        driver.rawText(KEY, KEY);

        meters.follow();

        assertThat(registry.get("keyfold.table.ready").gauge().value()).isEqualTo(1);
        assertThat(registry.get("keyfold.partition.position")
                        .tag("partition", "0")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    @Test
    void freshness_tableThatWasJustLoaded_isKnownAndNothingIsStale() {
        driver.rawText(KEY, KEY);

        meters.follow();

        assertThat(registry.get("keyfold.partition.caught.up.age")
                        .tag("partition", "0")
                        .gauge()
                        .value())
                .isNotNaN();
        assertThat(registry.get("keyfold.table.stale.partitions").gauge().value())
                .isZero();
        assertThat(registry.get("keyfold.rows.swept").functionCounter().count()).isZero();
        assertThat(registry.get("keyfold.rows.expired").functionCounter().count())
                .isZero();
    }

    @Test
    void findings_badRecord_isCountedByHowMuchItMatters() {
        driver.rawText(KEY, "nonsense");

        meters.follow();

        assertThat(findings("WARNING")).isEqualTo(1);
        assertThat(findings("ERROR")).isZero();
    }

    private double findings(String severity) {
        return registry.get("keyfold.table.findings")
                .tag("severity", severity)
                .gauge()
                .value();
    }

    private static PartitionStatus partition(Optional<Instant> caughtUpAt, Optional<StaleMark> stale) {
        return new PartitionStatus(
                0,
                PartitionState.READY,
                Optional.empty(),
                OptionalLong.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                new PartitionStatus.Freshness(caughtUpAt, stale, Optional.empty(), Optional.empty()),
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(Verdict.READING, "records come"));
    }

    @Test
    void stalePartitions_someOfThem_areCounted() {
        PartitionStatus stale = partition(Optional.empty(), Optional.of(new StaleMark(Optional.empty(), "away")));
        PartitionStatus fresh = partition(Optional.empty(), Optional.empty());
        TableStatus status = new TableStatus(
                "t", "t", 3, true, List.of(stale, fresh, stale), new TableCounters().counts(), Optional.empty());

        assertThat(TableMeters.stalePartitions(status)).isEqualTo(2);
    }
}
