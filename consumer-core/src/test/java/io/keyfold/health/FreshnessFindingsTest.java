package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.StaleRows;
import io.keyfold.health.PartitionStatus.Freshness;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.row.StaleMark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FreshnessFindingsTest {

    private static final Instant EARLIER = Instant.parse("2024-01-15T02:40:00Z");
    private static final Instant LATER = Instant.parse("2024-01-16T02:40:00Z");

    private final FreshnessFindings findings = new FreshnessFindings("dwd_order_item", StaleRows.MARK);

    private static Freshness stale(Optional<Instant> caughtUpAt, String reason) {
        return new Freshness(
                caughtUpAt, Optional.of(new StaleMark(caughtUpAt, reason)), Optional.empty(), Optional.empty());
    }

    private static Freshness audited(
            AuditKind kind, long swept, long missing, long older, Optional<String> inconclusive) {
        PartitionAudit audit = new PartitionAudit(
                3, kind, LATER, Duration.ofSeconds(9), 1_000, 900, swept, missing, older, 2_000, inconclusive);
        return new Freshness(Optional.of(LATER), Optional.empty(), Optional.empty(), Optional.of(audit));
    }

    private Finding only() {
        assertThat(findings.all()).hasSize(1);
        return findings.all().get(0);
    }

    @Test
    void all_freshPartitions_areNone() {
        findings.note(3, Freshness.UNKNOWN);
        findings.note(4, audited(AuditKind.FULL, 0, 0, 0, Optional.empty()));

        assertThat(findings.all()).isEmpty();
    }

    /** UC-33: one finding a table, each partition with its reason, since the earliest that is known. */
    @Test
    void all_stalePartitions_areOneFindingThatNamesThem() {
        findings.note(3, stale(Optional.of(LATER), "away for 2 days"));
        findings.note(4, Freshness.UNKNOWN);
        findings.note(5, stale(Optional.of(EARLIER), "away for 3 days"));
        findings.note(6, stale(Optional.empty(), "its past is not known"));

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("stale-rows");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.sentence())
                .isEqualTo(
                        "rows may have been deleted upstream and are served with a mark: partition 3 (away for 2 days),"
                                + " partition 5 (away for 3 days), partition 6 (its past is not known)");
        assertThat(finding.advice()).contains("delete.retention.ms");
        assertThat(finding.since()).contains(EARLIER);
    }

    @Test
    void all_stalePartitionThatIsWithheld_saysSo() {
        FreshnessFindings withheld = new FreshnessFindings("dwd_order_item", StaleRows.WITHHOLD);
        withheld.note(3, stale(Optional.empty(), "away"));

        List<Finding> all = withheld.all();

        assertThat(all)
                .extracting(Finding::sentence)
                .containsExactly("rows may have been deleted upstream and are withheld: partition 3 (away)");
        assertThat(all).extracting(Finding::since).containsExactly(Optional.empty());
    }

    @Test
    void all_sweptRows_areToldWithTheAuditsTime() {
        findings.note(3, audited(AuditKind.ZOMBIES, 2, 0, 0, Optional.empty()));

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("zombies-swept");
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.sentence())
                .isEqualTo("2 rows of partition 3 that the topic held no more were deleted by the audit of"
                        + " 2024-01-16T02:40:00Z: their deletes had been missed");
        assertThat(finding.since()).contains(LATER);
    }

    @Test
    void all_oneSweptRow_isToldInTheSingular() {
        findings.note(3, audited(AuditKind.ZOMBIES, 1, 0, 0, Optional.empty()));

        assertThat(only().sentence())
                .isEqualTo("1 row of partition 3 that the topic held no more was deleted by the audit of"
                        + " 2024-01-16T02:40:00Z: its delete had been missed");
    }

    @Test
    void all_expiredRows_areNone() {
        findings.note(3, audited(AuditKind.EXPIRY, 7, 0, 0, Optional.empty()));

        assertThat(findings.all()).isEmpty();
    }

    @Test
    void all_rowsMissingAndOlder_areErrors() {
        findings.note(3, audited(AuditKind.FULL, 0, 2, 1, Optional.empty()));

        List<Finding> all = findings.all();

        assertThat(all).extracting(Finding::id).containsExactly("audit-missing-rows", "audit-older-rows");
        assertThat(all).extracting(Finding::severity).containsOnly(Severity.ERROR);
        assertThat(all)
                .extracting(Finding::sentence)
                .containsExactly(
                        "the audit of partition 3 of 2024-01-16T02:40:00Z found 2 values in the topic without a row",
                        "the audit of partition 3 of 2024-01-16T02:40:00Z found 1 value in the topic whose row is older");
    }

    @Test
    void all_auditThatSaysNothing_isAWarning() {
        findings.note(3, audited(AuditKind.ZOMBIES, 0, 0, 0, Optional.of("the partition moved away")));

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("audit-inconclusive");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.sentence())
                .isEqualTo(
                        "the audit of partition 3 of 2024-01-16T02:40:00Z says nothing of its rows: the partition moved"
                                + " away");
    }
}
