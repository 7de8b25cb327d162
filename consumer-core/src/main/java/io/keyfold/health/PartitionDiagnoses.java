package io.keyfold.health;

import io.keyfold.config.FreshnessSettings;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.metrics.WaitingData;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/** Says why a partition that is read brings what it brings, or nothing. For one table at one moment. */
final class PartitionDiagnoses {

    /** Kafka's default of the longest timeout that a transaction may have. */
    static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(15);

    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final FreshnessSettings settings;
    private final Instant now;

    PartitionDiagnoses(FreshnessSettings settings, Instant now) {
        this.settings = settings;
        this.now = now;
    }

    /** Newer data has waited for longer than it should, or nobody will end what it waits for. */
    boolean isStalled(LogEnd end) {
        return end.waiting()
                .filter(waiting -> isHanging(waiting) || isOlder(waiting.since(), patience(waiting)))
                .isPresent();
    }

    private static boolean isHanging(WaitingData waiting) {
        return waiting.holder()
                .filter(holder -> Verdict.HANGING_TRANSACTION == verdict(holder))
                .isPresent();
    }

    private Duration patience(WaitingData waiting) {
        return settings.stalledAfter()
                .or(() -> waiting.holder().flatMap(OpenTransaction::timeout))
                .orElse(LONGEST_TIMEOUT);
    }

    /** Every transaction waits for a moment. */
    private boolean isWorthTelling(WaitingData waiting) {
        return waiting.holder().isPresent() || waiting.unseen().isPresent() || isOlder(waiting.since(), MOMENT);
    }

    /** What was committed a while ago has not been read, or nobody says what was. */
    boolean isLagging(LogEnd end) {
        return end.readThrough()
                .filter(through -> isOlder(through, settings.laggingAfter()))
                .isPresent();
    }

    /** Why its thread stands still, if it does: one that waits for a silent broker is well. */
    Optional<String> stuck(LogEnd end, Optional<String> standing) {
        return standing.filter(why -> !isSilent(end));
    }

    private boolean isSilent(LogEnd end) {
        return end.toldAt()
                .filter(told -> isOlder(told, settings.laggingAfter()))
                .isPresent();
    }

    private boolean isOlder(Instant at, Duration age) {
        return Duration.between(at, now).compareTo(age) >= 0;
    }

    /** Of one that is read, by a thread that may stand still. */
    PartitionDiagnosis of(PartitionState state, LogEnd end, OptionalLong lag, Optional<String> stuck) {
        if (isSilent(end)) {
            return new PartitionDiagnosis(
                    Verdict.BROKER_SILENT,
                    "the broker has not said since "
                            + end.toldAt().map(PartitionDiagnoses::time).orElse("the start")
                            + " where the log ends: what has been written since then is not known");
        }
        if (stuck.isPresent()) {
            return new PartitionDiagnosis(Verdict.READER_STUCK, stuck.get());
        }
        if (isLagging(end)) {
            return new PartitionDiagnosis(Verdict.LAGGING, lagging(end, lag));
        }
        Optional<WaitingData> waiting = end.waiting().filter(this::isWorthTelling);
        if (waiting.isPresent()) {
            return waiting(end, waiting.get());
        }
        if (state == PartitionState.CATCHING_UP) {
            return new PartitionDiagnosis(Verdict.CATCHING_UP, "it is read for the first time here" + left(lag));
        }
        // What was read after the broker was last asked has been committed since.
        boolean isQuiet = lag.orElse(1) == 0
                && end.lastRecord().orElse(-1) < end.lastStableOffset().orElse(0)
                && end.stableSince().filter(since -> isOlder(since, QUIET)).isPresent();
        return isQuiet ? idle(end) : new PartitionDiagnosis(Verdict.READING, "records come and are read" + left(lag));
    }

    static PartitionDiagnosis restoring(Optional<RestoreProgress> restore) {
        String how = restore.map(progress -> ": " + (progress.next() - progress.from()) + " of "
                        + (progress.to() - progress.from()) + " offsets read"
                        + progress.remaining()
                                .map(rest -> ", about " + seconds(rest) + " left")
                                .orElse(""))
                .orElse("");
        return new PartitionDiagnosis(Verdict.RESTORING, "its local copy is being rebuilt" + how);
    }

    private static String left(OptionalLong lag) {
        return lag.isPresent() && lag.getAsLong() > 0 ? "; " + offsets(lag.getAsLong()) + " left" : "";
    }

    private static String lagging(LogEnd end, OptionalLong lag) {
        return "what was committed by "
                + end.readThrough().map(PartitionDiagnoses::time).orElse("")
                + " has been read, what came after that not yet" + left(lag)
                + end.oldestUnread()
                        .map(oldest -> "; the oldest unread record is of " + time(oldest))
                        .orElse("");
    }

    private static PartitionDiagnosis idle(LogEnd end) {
        long stable = end.lastStableOffset().orElse(0);
        long behind = stable - (end.lastRecord().orElse(-1) + 1);
        String read = "all up to offset " + stable + " has been read, and nothing has been committed since "
                + end.stableSince().map(PartitionDiagnoses::time).orElse("the start");
        if (stable == 0) {
            return new PartitionDiagnosis(Verdict.IDLE, "nothing has been committed to it yet");
        }
        return behind <= 0
                ? new PartitionDiagnosis(Verdict.IDLE, read)
                : new PartitionDiagnosis(
                        Verdict.IDLE_BEHIND_MARKERS,
                        read + "; the last " + offsets(behind)
                                + " hold no record: transaction markers, records of aborted"
                                + " transactions, or what compaction has removed");
    }

    private static PartitionDiagnosis waiting(LogEnd end, WaitingData waiting) {
        String what = "all that is committed has been read; newer data has been waiting since " + time(waiting.since())
                + ", " + offsets(waiting.offsets()) + " from "
                + end.lastStableOffset().orElse(0) + " on, behind an open transaction";
        return waiting.holder()
                .map(holder -> new PartitionDiagnosis(
                        verdict(holder),
                        what + " of producer " + holder.producerId() + ", epoch " + holder.producerEpoch()
                                + holder.transactionalId()
                                        .map(id -> ", transactional id " + TransactionCommands.quoted(id))
                                        .orElse("")
                                + ", which is " + holder.verdict() + ": " + holder.why()))
                .orElseGet(() -> new PartitionDiagnosis(
                        Verdict.UNKNOWN_TRANSACTION,
                        what
                                + waiting.unseen()
                                        .map(why -> ", which is UNKNOWN: " + why)
                                        .orElse(", which is being looked at")));
    }

    private static Verdict verdict(OpenTransaction holder) {
        return switch (holder.verdict()) {
            case LONG -> Verdict.LONG_TRANSACTION;
            case HANGING -> Verdict.HANGING_TRANSACTION;
            case UNKNOWN -> Verdict.UNKNOWN_TRANSACTION;
        };
    }

    static String offsets(long count) {
        return count == 1 ? "1 offset" : count + " offsets";
    }

    static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String seconds(Duration time) {
        return Math.max(1, time.toSeconds()) + " s";
    }
}
