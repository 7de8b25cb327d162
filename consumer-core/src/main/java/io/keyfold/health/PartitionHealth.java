package io.keyfold.health;

import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionStatus.Freshness;
import io.keyfold.metrics.LogEnd;
import io.keyfold.store.PartitionProgress;
import io.keyfold.store.TableStore;
import java.time.Instant;
import java.util.Optional;

/** Reads the state of a table's partitions off its store, at one moment. */
final class PartitionHealth {

    private final TableStore store;
    private final Optional<String> failure;
    private final Optional<String> waiting;
    private final PartitionDiagnoses diagnoses;

    PartitionHealth(TableStore store, Instant now) {
        this.store = store;
        this.failure = store.failure();
        this.waiting = store.waiting();
        this.diagnoses = new PartitionDiagnoses(store.settings().freshness(), now);
    }

    PartitionStatus of(PartitionProgress progress) {
        Freshness freshness = freshness(progress);
        LogEnd end = progress.logEnd();
        Optional<String> stuck = diagnoses.stuck(end, progress.stuck());
        PartitionState state = state(progress, freshness, end, stuck);
        return new PartitionStatus(
                progress.partition(),
                state,
                progress.position(),
                progress.lag(),
                progress.restored(),
                progress.restore(),
                progress.rebuilt(),
                progress.tallies(),
                store.builds(progress.partition()),
                freshness,
                end,
                diagnosis(progress, state, end, stuck));
    }

    static Freshness freshness(PartitionProgress progress) {
        return new Freshness(progress.caughtUpAt(), progress.stale(), progress.audit(), progress.lastAudit());
    }

    private PartitionState state(PartitionProgress progress, Freshness freshness, LogEnd end, Optional<String> stuck) {
        if (failure.isPresent()) {
            return PartitionState.FAILED;
        }
        if (progress.isRestoring()) {
            return PartitionState.RESTORING;
        }
        if (!progress.isOpen()) {
            return PartitionState.STARTING;
        }
        if (!progress.isCaughtUp()) {
            return PartitionState.CATCHING_UP;
        }
        if (freshness.stale().isPresent()) {
            return freshness.state();
        }
        // What is committed and not read comes before what is not committed.
        if (stuck.isPresent() || diagnoses.isLagging(end)) {
            return PartitionState.LAGGING;
        }
        return diagnoses.isStalled(end) ? PartitionState.STALLED : PartitionState.READY;
    }

    private PartitionDiagnosis diagnosis(
            PartitionProgress progress, PartitionState state, LogEnd end, Optional<String> stuck) {
        if (failure.isPresent()) {
            return new PartitionDiagnosis(Verdict.FAILED, failure.get());
        }
        if (waiting.isPresent()) {
            return new PartitionDiagnosis(Verdict.TABLE_WAITS, waiting.get());
        }
        return switch (state) {
            case STARTING ->
                stuck.map(why -> new PartitionDiagnosis(Verdict.READER_STUCK, why))
                        .orElseGet(() ->
                                new PartitionDiagnosis(Verdict.STARTING, "it is assigned and has not been opened yet"));
            case RESTORING -> PartitionDiagnoses.restoring(progress.restore());
            default -> diagnoses.of(state, end, progress.lag(), stuck);
        };
    }
}
