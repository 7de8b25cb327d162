package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.store.TransactionEvidence.Opinion;
import io.keyfold.store.TransactionEvidence.Told;
import io.keyfold.store.TransactionSurvey.Open;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transactions that are open in partitions, and says what is to be thought of each. Asks about all partitions at once.
 *
 * <p>HANGING makes people abort, and what was aborted is gone. So it is said only of a transaction that two looks in a row find
 * open and without an owner, and in each of them the leader is asked once more after the coordinators: between the first question
 * and the second it may have ended. Belongs to one thread.
 */
final class TransactionDoctor {

    private final TransactionSurvey survey;
    private final FirstRecords firstRecords;
    private final Clock clock;
    private final LongSupplier nanos;
    /** When each transaction was first seen open: nanoseconds of this process. */
    private final Map<TopicPartition, Map<Seen, Long>> firstSeen = new HashMap<>();
    /** What the last look at a partition took for hanging. */
    private final Map<TopicPartition, Set<Seen>> suspects = new LinkedHashMap<>();

    /** A transaction in its partition: no other begins there. */
    private record Seen(long producerId, int epoch, long startOffset) {
        static Seen of(ProducerState producer) {
            return new Seen(
                    producer.producerId(),
                    producer.producerEpoch(),
                    producer.currentTransactionStartOffset().orElseThrow());
        }
    }

    /** Tells the times of records. */
    @FunctionalInterface
    interface FirstRecords {
        /** {@return the time of the first record at that offset or behind it, before an end; empty if that is not known} */
        Optional<RecordTime> time(TopicPartition partition, long offset, long end);
    }

    /**
     * Where a partition's log is stable to, and where all of it ends; both exclusive.
     *
     * @param stableEnd the last stable offset
     * @param highWatermark the high watermark
     */
    record Bounds(long stableEnd, long highWatermark) {}

    /**
     * What a look found in a partition.
     *
     * @param transactions the open ones, the one that holds the rest first; none if it cannot be seen
     * @param unseen why it cannot be seen
     * @param isFinal whether another look would hardly say otherwise
     */
    record Finding(List<OpenTransaction> transactions, Optional<String> unseen, boolean isFinal) {

        private static Finding unseen(String why) {
            return new Finding(List.of(), Optional.of(why), false);
        }
    }

    TransactionDoctor(TransactionSurvey survey, FirstRecords firstRecords, Clock clock, LongSupplier nanos) {
        this.survey = survey;
        this.firstRecords = firstRecords;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** {@return what is open in each} */
    Map<TopicPartition, Finding> look(Map<TopicPartition, Bounds> partitions) throws InterruptedException {
        Map<TopicPartition, Open> open = survey.open(partitions.keySet());
        Set<Long> producerIds = open.values().stream()
                .flatMap(one -> one.producers().stream())
                .map(ProducerState::producerId)
                .collect(Collectors.toCollection(TreeSet::new));
        Map<Long, Told> told = producerIds.isEmpty() ? Map.of() : survey.coordinators(producerIds);
        Map<TopicPartition, Finding> findings = new LinkedHashMap<>();
        Map<TopicPartition, List<TransactionEvidence>> evidence = new LinkedHashMap<>();
        for (Map.Entry<TopicPartition, Bounds> each : partitions.entrySet()) {
            TopicPartition partition = each.getKey();
            Open here = requireNonNull(open.get(partition));
            Optional<String> unseen =
                    here.unseen().or(() -> ended(here, each.getValue().stableEnd()));
            if (unseen.isPresent()) {
                suspects.remove(partition);
                findings.put(partition, Finding.unseen(unseen.get()));
            } else {
                evidence.put(partition, evidence(partition, each.getValue(), here, told));
            }
        }
        Map<TopicPartition, Open> again = lookAgain(evidence);
        for (Map.Entry<TopicPartition, List<TransactionEvidence>> each : evidence.entrySet()) {
            findings.put(each.getKey(), judge(each.getKey(), each.getValue(), again.get(each.getKey())));
        }
        return findings;
    }

    /** Forgets what is not waiting any more. */
    void keepOnly(Set<TopicPartition> waiting) {
        suspects.keySet().retainAll(waiting);
        firstSeen.keySet().retainAll(waiting);
    }

    private static Optional<String> ended(Open here, long stableEnd) {
        boolean isHeld = here.producers().stream()
                .anyMatch(producer -> producer.currentTransactionStartOffset().orElseThrow() <= stableEnd);
        return isHeld
                ? Optional.empty()
                : Optional.of("its leader has it as ended already, and the marker is on its way to all replicas");
    }

    private List<TransactionEvidence> evidence(TopicPartition partition, Bounds bounds, Open here, Map<Long, Told> told)
            throws InterruptedException {
        Map<Seen, Long> seenSince = seen(partition, here);
        List<TransactionEvidence> all = new ArrayList<>();
        for (ProducerState producer : here.producers()) {
            Duration seenFor = Duration.ofNanos(nanos.getAsLong() - requireNonNull(seenSince.get(Seen.of(producer))));
            Told owner = requireNonNull(told.get(producer.producerId()));
            TransactionEvidence first =
                    new TransactionEvidence(partition, producer, owner, Optional.empty(), Optional.empty(), seenFor);
            Optional<RecordTime> time = first.needsFirstRecord()
                    ? firstRecords.time(partition, first.startOffset(), bounds.highWatermark())
                    : Optional.empty();
            Optional<Duration> longest = first.isOverdue(clock.instant()) ? survey.longestTimeout() : Optional.empty();
            all.add(new TransactionEvidence(partition, producer, owner, time, longest, seenFor));
        }
        return all;
    }

    /** Since when each that is open has been seen. */
    private Map<Seen, Long> seen(TopicPartition partition, Open here) {
        Map<Seen, Long> before = firstSeen.getOrDefault(partition, Map.of());
        Map<Seen, Long> now = new HashMap<>();
        long nowNanos = nanos.getAsLong();
        here.producers().forEach(producer -> {
            Seen one = Seen.of(producer);
            now.put(one, before.getOrDefault(one, nowNanos));
        });
        firstSeen.put(partition, now);
        return now;
    }

    private Map<TopicPartition, Open> lookAgain(Map<TopicPartition, List<TransactionEvidence>> evidence)
            throws InterruptedException {
        Instant now = clock.instant();
        List<TopicPartition> suspect = evidence.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(one -> isHanging(one.opinion(now))))
                .map(Map.Entry::getKey)
                .toList();
        return suspect.isEmpty() ? Map.of() : survey.open(suspect);
    }

    private static boolean isHanging(Opinion opinion) {
        return opinion.verdict() == TransactionVerdict.HANGING;
    }

    private Finding judge(TopicPartition partition, List<TransactionEvidence> evidence, @Nullable Open again) {
        Set<Seen> before = suspects.getOrDefault(partition, Set.of());
        Set<Seen> now = new HashSet<>();
        List<OpenTransaction> transactions = new ArrayList<>();
        boolean isFinal = true;
        Instant at = clock.instant();
        for (TransactionEvidence one : evidence) {
            Opinion opinion = one.opinion(at);
            if (isHanging(opinion)) {
                boolean isStillOpen = again != null && isOpen(one, again);
                if (isStillOpen) {
                    now.add(Seen.of(one.producer()));
                }
                if (!isStillOpen || !before.contains(Seen.of(one.producer()))) {
                    opinion = unconfirmed(opinion);
                    isFinal = false;
                }
            }
            transactions.add(one.as(opinion));
        }
        suspects.put(partition, now);
        return new Finding(transactions, Optional.empty(), isFinal);
    }

    private static Opinion unconfirmed(Opinion opinion) {
        return new Opinion(
                TransactionVerdict.UNKNOWN,
                opinion.why() + "; it is called hanging if the next look, in a few seconds, finds it so, too");
    }

    private static boolean isOpen(TransactionEvidence one, Open again) {
        return again.producers().stream().map(Seen::of).anyMatch(Seen.of(one.producer())::equals);
    }
}
