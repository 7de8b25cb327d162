package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One partition on this instance.
 *
 * @param partition the partition
 * @param state what it is doing
 * @param position how far it has been read; empty before the first read
 * @param lag offsets between the position and the last stable offset, transaction markers included; empty if not known
 * @param restored records restored so far or in all, since it was assigned
 * @param restore how far its restore is; empty while there is none
 * @param rebuilt why its local copy was thrown away and made anew since the start; empty if it was not
 * @param tallies odd records since it was assigned
 * @param builds indexes and totals that are not built yet; the rows can be read all the same
 * @param freshness whether deletes may have been missed, and what audits say of it
 * @param logEnd where its log ends, and what of it has not been read
 * @param diagnosis why it brings what it brings, or nothing
 */
public record PartitionStatus(
        int partition,
        PartitionState state,
        Optional<PartitionPosition> position,
        OptionalLong lag,
        long restored,
        Optional<RestoreProgress> restore,
        Optional<String> rebuilt,
        PartitionTallies tallies,
        List<BuildProgress> builds,
        Freshness freshness,
        LogEnd logEnd,
        PartitionDiagnosis diagnosis) {

    /**
     * Whether deletes may have been missed, and what audits say of it.
     *
     * @param caughtUpAt as of when every delete is known to have been seen; empty where nothing is known
     * @param stale why rows may have been deleted upstream; empty while every delete is known to have been seen
     * @param audit how far its audit is; empty while there is none
     * @param lastAudit what its last audit since the start found; empty if there was none
     */
    public record Freshness(
            Optional<Instant> caughtUpAt,
            Optional<StaleMark> stale,
            Optional<AuditProgress> audit,
            Optional<PartitionAudit> lastAudit) {

        /** Nothing is known, and nothing is suspected. */
        public static final Freshness UNKNOWN =
                new Freshness(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Refuses one with something missing. */
        public Freshness {
            requireNonNull(caughtUpAt, "caughtUpAt");
            requireNonNull(stale, "stale");
            requireNonNull(audit, "audit");
            requireNonNull(lastAudit, "lastAudit");
        }

        /** What a partition does that has caught up once since it was assigned. */
        PartitionState state() {
            if (stale.isEmpty()) {
                return PartitionState.READY;
            }
            // One that only expires rows says nothing of missed deletes.
            boolean isAudited =
                    audit.filter(running -> running.kind() != AuditKind.EXPIRY).isPresent();
            return isAudited ? PartitionState.AUDITING : PartitionState.SUSPECT;
        }
    }

    /** Refuses a status with something missing. */
    public PartitionStatus {
        requireNonNull(state, "state");
        requireNonNull(position, "position");
        requireNonNull(lag, "lag");
        requireNonNull(restore, "restore");
        requireNonNull(rebuilt, "rebuilt");
        requireNonNull(tallies, "tallies");
        builds = List.copyOf(builds);
        requireNonNull(freshness, "freshness");
        requireNonNull(logEnd, "logEnd");
        requireNonNull(diagnosis, "diagnosis");
    }

    /**
     * A partition that is not being restored, of which nothing else is to be said.
     *
     * @param partition the partition
     * @param state what it is doing
     * @param position how far it has been read
     * @param lag offsets between the position and the last stable offset
     * @param restored records restored so far or in all, since it was assigned
     */
    public PartitionStatus(
            int partition,
            PartitionState state,
            Optional<PartitionPosition> position,
            OptionalLong lag,
            long restored) {
        this(
                partition,
                state,
                position,
                lag,
                restored,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                Freshness.UNKNOWN,
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(PartitionDiagnosis.Verdict.READING, "nothing is to be said of it"));
    }
}
