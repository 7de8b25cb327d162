package io.keyfold.health;

import static java.util.stream.Collectors.joining;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes findings of open transactions that newer data waits behind: one for all partitions that wait behind the same. They are gone
 * when the data can be read.
 */
final class TransactionFindings {

    /** Flink's: prefix, subtask, and a number that tells its transactions apart. */
    private static final Pattern FLINK_ID = Pattern.compile("(.+)-(\\d+)-(\\d+)");

    private static final int MOST_NAMED = 5;

    private final String topic;
    private final TransactionCommands commands;
    private final Instant now;
    private final Map<Group, List<Held>> held = new LinkedHashMap<>();

    /** What partitions have in common that one finding names; a word why where their transaction is not seen. */
    private record Group(long producerId, int epoch, Optional<TransactionVerdict> verdict, String unseen) {

        static Group of(WaitingData waiting) {
            return waiting.holder()
                    .map(one -> new Group(one.producerId(), one.producerEpoch(), Optional.of(one.verdict()), ""))
                    .orElseGet(() ->
                            new Group(-1, -1, Optional.empty(), waiting.unseen().orElse("it is being looked at")));
        }
    }

    private record Held(PartitionStatus partition, WaitingData waiting) {

        Optional<OpenTransaction> holder() {
            return waiting.holder();
        }

        long stableEnd() {
            return partition.logEnd().lastStableOffset().orElse(0);
        }
    }

    TransactionFindings(String topic, Optional<String> bootstrapServers, Instant now) {
        this.topic = topic;
        this.commands = new TransactionCommands(bootstrapServers, topic);
        this.now = now;
    }

    /** One that was not looked at yet waits for a moment only, as in every transaction; it is not worth a finding. */
    void note(PartitionStatus partition) {
        Optional<WaitingData> looked = partition
                .logEnd()
                .waiting()
                .filter(waiting -> partition.state() == PartitionState.STALLED
                        || waiting.holder().isPresent()
                        || waiting.unseen().isPresent());
        looked.ifPresent(waiting -> held.computeIfAbsent(Group.of(waiting), added -> new ArrayList<>())
                .add(new Held(partition, waiting)));
    }

    List<Finding> all() {
        return held.values().stream().map(this::finding).toList();
    }

    private Finding finding(List<Held> all) {
        Instant since = all.stream()
                .map(one -> one.waiting.since())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return new Finding(
                "open-transaction",
                about(all.get(0)),
                severity(all),
                sentence(all, since),
                advice(all),
                Optional.of(since));
    }

    private String about(Held held) {
        return held.holder()
                .map(holder -> topic + ", producer " + holder.producerId())
                .orElse(topic);
    }

    private static Severity severity(Collection<Held> all) {
        if (all.stream().flatMap(one -> one.holder().stream()).anyMatch(TransactionFindings::isHanging)) {
            return Severity.ERROR;
        }
        return all.stream().anyMatch(one -> one.partition.state() == PartitionState.STALLED)
                ? Severity.WARNING
                : Severity.INFO;
    }

    private static boolean isHanging(OpenTransaction holder) {
        return holder.verdict() == TransactionVerdict.HANGING;
    }

    private String sentence(List<Held> all, Instant since) {
        Held first = all.get(0);
        String who = first.holder()
                .map(this::describe)
                .orElseGet(() -> "an open transaction, which is UNKNOWN: "
                        + first.waiting.unseen().orElse("it is being looked at"));
        return "newer data of " + topic + " has been waiting since " + PartitionDiagnoses.time(since) + " in "
                + all.stream().limit(MOST_NAMED).map(TransactionFindings::place).collect(joining(", "))
                + (all.size() > MOST_NAMED ? " and " + (all.size() - MOST_NAMED) + " more" : "") + ", behind " + who;
    }

    private static String place(Held one) {
        long stableEnd = one.stableEnd();
        long behind = one.waiting.transactions().size() - 1L;
        return "partition " + one.partition.partition() + " (last stable offset " + stableEnd + ", high watermark "
                + (stableEnd + one.waiting.offsets()) + ", " + PartitionDiagnoses.offsets(one.waiting.offsets())
                + " waiting"
                + one.holder()
                        .map(holder -> ", held from offset " + holder.startOffset() + " on")
                        .orElse("")
                + (behind > 0 ? ", " + behind + " more open behind it" : "") + ")";
    }

    private String describe(OpenTransaction holder) {
        return "the transaction of producer " + holder.producerId() + ", epoch " + holder.producerEpoch()
                + holder.transactionalId()
                        .map(id -> ", transactional id " + TransactionCommands.quoted(id))
                        .orElse(", transactional id not known")
                + holder.startedAt()
                        .map(at -> ", begun at " + PartitionDiagnoses.time(at) + ", " + age(at) + " ago")
                        .orElse(", age not known")
                + ", which is " + holder.verdict() + ": " + holder.why();
    }

    private String age(Instant at) {
        Duration age = Duration.between(at, now);
        if (age.toHours() > 0) {
            return age.toHours() + " h" + (age.toMinutesPart() > 0 ? " " + age.toMinutesPart() + " min" : "");
        }
        return age.toMinutes() > 0 ? age.toMinutes() + " min" : Math.max(0, age.toSeconds()) + " s";
    }

    private String advice(List<Held> all) {
        int first = all.get(0).partition.partition();
        return all.get(0)
                .holder()
                .map(holder -> advice(holder, first, all))
                .orElseGet(() -> "Look yourself, with rights of an operator: " + commands.describeProducers(first)
                        + " . If the sentence names a right, grant it, and it is looked at anew.");
    }

    private String advice(OpenTransaction holder, int partition, List<Held> all) {
        String look = "Look closer: " + commands.describeProducers(partition)
                + holder.transactionalId()
                        .map(id -> " ; " + commands.describe(id))
                        .orElse("");
        return switch (holder.verdict()) {
            case LONG -> wait(holder) + job(holder) + look;
            case HANGING ->
                "Nobody ends it by itself. " + job(holder) + look + " ; " + commands.findHanging(partition)
                        + " . Aborting it drops its records, which a checkpoint or savepoint may count as written: first make"
                        + " sure that no job runs, or can be restored, that wrote it. Then abort it, in each partition: "
                        + all.stream().limit(MOST_NAMED).flatMap(this::abort).collect(joining(" ; "))
                        + " . That is done by nobody but you (with --command-config FILE where the cluster asks who you are).";
            case UNKNOWN ->
                "If the sentence names a right, grant it, and it is looked at anew; do not abort what may have an owner. "
                        + job(holder) + look;
        };
    }

    private Stream<String> abort(Held one) {
        return one.holder().map(holder -> commands.abort(one.partition.partition(), holder)).stream();
    }

    private static String wait(OpenTransaction holder) {
        return holder.startedAt()
                .flatMap(start -> holder.timeout().map(start::plus))
                .map(until -> "Wait: it ends by itself, at " + PartitionDiagnoses.time(until) + " at the latest. ")
                .orElse("Wait: it ends by itself. ");
    }

    /** Where an id tells that Flink wrote it, what to look for in Flink. */
    private static String job(OpenTransaction holder) {
        String checkpoints =
                "See whether the checkpoints of the job that writes the topic complete: its records are committed"
                        + " by them. ";
        Optional<String> prefix = holder.transactionalId().flatMap(TransactionFindings::flinkPrefix);
        if (prefix.isEmpty()) {
            return checkpoints;
        }
        String quoted = TransactionCommands.quoted(prefix.get());
        return checkpoints + "Its id is one of Flink's: look for a job with 'sink.transactional-id-prefix' = " + quoted
                + ", also for one that was started again under another prefix, for that leaves what it had open behind; started"
                + " under " + quoted + " it aborts that at once. A job that was cancelled after a savepoint leaves its"
                + " transaction open by design, until it is restored from that savepoint. ";
    }

    static Optional<String> flinkPrefix(String transactionalId) {
        Matcher id = FLINK_ID.matcher(transactionalId);
        return id.matches() ? Optional.of(id.group(1)) : Optional.empty();
    }
}
