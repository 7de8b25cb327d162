package io.keyfold.health;

import io.keyfold.config.StaleRows;
import io.keyfold.health.PartitionStatus.Freshness;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes findings of rows that may be stale, and of what the last audit of each partition found. They are gone when the rows are
 * fresh, and with the next audit.
 */
final class FreshnessFindings {

    private final String topic;
    private final StaleRows policy;
    private final List<String> stale = new ArrayList<>();
    private final List<Instant> caughtUpAt = new ArrayList<>();
    private final List<Finding> ofAudits = new ArrayList<>();

    FreshnessFindings(String topic, StaleRows policy) {
        this.topic = topic;
        this.policy = policy;
    }

    void note(int partition, Freshness freshness) {
        freshness.stale().ifPresent(mark -> {
            stale.add("partition " + partition + " (" + mark.reason() + ")");
            mark.caughtUpAt().or(freshness::caughtUpAt).ifPresent(caughtUpAt::add);
        });
        freshness.lastAudit().ifPresent(this::note);
    }

    private void note(PartitionAudit audit) {
        String which = "the audit of partition " + audit.partition() + " of " + audit.startedAt();
        // What expired was not missed.
        if (audit.kind() != AuditKind.EXPIRY && audit.swept() > 0) {
            ofAudits.add(swept(audit));
        }
        if (audit.missing() > 0) {
            ofAudits.add(disagree(
                    audit,
                    "audit-missing-rows",
                    which + " found " + values(audit.missing()) + " in the topic without a row"));
        }
        if (audit.older() > 0) {
            ofAudits.add(disagree(
                    audit,
                    "audit-older-rows",
                    which + " found " + values(audit.older()) + " in the topic whose row is older"));
        }
        audit.inconclusive()
                .ifPresent(why -> ofAudits.add(new Finding(
                        "audit-inconclusive",
                        about(audit),
                        Severity.WARNING,
                        which + " says nothing of its rows: " + why,
                        "Where rows may be stale another one begins by itself. Else ask for one.",
                        Optional.of(audit.startedAt()))));
    }

    private Finding swept(PartitionAudit audit) {
        boolean isOne = audit.swept() == 1;
        return new Finding(
                "zombies-swept",
                about(audit),
                Severity.INFO,
                audit.swept() + (isOne ? " row" : " rows") + " of partition " + audit.partition()
                        + " that the topic held no more " + (isOne ? "was" : "were") + " deleted by the audit of "
                        + audit.startedAt() + ": " + (isOne ? "its delete" : "their deletes") + " had been missed",
                "Subscribers were told of each delete. Until then such rows were served as stale, if at all. Keep the service"
                        + " running, or raise the topic's delete.retention.ms to more than twice the time that it may be away.",
                Optional.of(audit.startedAt()));
    }

    private Finding disagree(PartitionAudit audit, String id, String sentence) {
        return new Finding(
                id,
                about(audit),
                Severity.ERROR,
                sentence,
                "Table and topic do not agree, which should not happen: please report it. To mend the table stop the"
                        + " service, delete its state directory and start it again: it is read anew.",
                Optional.of(audit.startedAt()));
    }

    private String about(PartitionAudit audit) {
        return topic + "-" + audit.partition();
    }

    private static String values(long count) {
        return count == 1 ? "1 value" : count + " values";
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>(ofAudits);
        if (!stale.isEmpty()) {
            all.add(
                    0,
                    new Finding(
                            "stale-rows",
                            topic,
                            Severity.WARNING,
                            "rows may have been deleted upstream and are "
                                    + (policy == StaleRows.MARK ? "served with a mark: " : "withheld: ")
                                    + String.join(", ", stale),
                            "An audit begins by itself once the partition has caught up. If it lags, look at what holds it. Keep the"
                                    + " service running, or raise the topic's delete.retention.ms to more than twice the time that it"
                                    + " may be away.",
                            caughtUpAt.stream().min(Comparator.naturalOrder())));
        }
        return all;
    }
}
