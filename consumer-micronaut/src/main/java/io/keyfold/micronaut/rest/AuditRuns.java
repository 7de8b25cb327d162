package io.keyfold.micronaut.rest;

import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.AuditKind;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The audits that were asked for since the start, of each table the last 16. Safe for many threads.
 *
 * <p>Their ids are random: those of another instance, or of the process before, are not known here.
 */
@Singleton
final class AuditRuns {

    private static final int KEPT = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, List<AuditRun>> byTable = new ConcurrentHashMap<>();

    /** {@return the audit that was begun, or the one of that kind that runs already} */
    AuditRun begin(ServedTable table, AuditKind kind) {
        List<AuditRun> runs = runs(table);
        synchronized (runs) {
            Optional<AuditRun> running = runs.stream()
                    .filter(run -> run.kind() == kind && run.state() == AuditRun.State.RUNNING)
                    .findFirst();
            if (running.isPresent()) {
                return running.get();
            }
            List<Integer> partitions = table.here().status().partitions().stream()
                    .map(PartitionStatus::partition)
                    .toList();
            AuditRun run = new AuditRun(
                    HexFormat.of().toHexDigits(RANDOM.nextLong()),
                    kind,
                    Instant.now(),
                    partitions,
                    table.here().audit(kind));
            runs.add(run);
            if (runs.size() > KEPT) {
                runs.remove(0); // at most one of each kind runs, so that the eldest does not
            }
            return run;
        }
    }

    /** {@return the audits, the last one first} */
    List<AuditRun> all(ServedTable table) {
        List<AuditRun> runs = runs(table);
        List<AuditRun> all = new ArrayList<>();
        synchronized (runs) {
            runs.forEach(run -> all.add(0, run));
        }
        return all;
    }

    AuditRun named(ServedTable table, String id) {
        return all(table).stream()
                .filter(run -> run.id().equals(id))
                .findFirst()
                .orElseThrow(() -> ProblemException.of(
                        ProblemType.AUDIT_NOT_FOUND,
                        "Not known to this instance (expected: an audit that it began since it started, one of the last "
                                + KEPT + "; the reply that began it names its instance)"));
    }

    private List<AuditRun> runs(ServedTable table) {
        return byTable.computeIfAbsent(table.name(), name -> new ArrayList<>());
    }
}
