package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.metrics.LogEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Tells when records were written that this instance has not read: the oldest one that a lagging reader has not come to, and the first
 * of an open transaction, which it may not read. Some in a round, the others in their turn. Belongs to one thread.
 */
final class UnreadRecords implements TransactionDoctor.FirstRecords, AutoCloseable {

    /** Each is a batch, of a megabyte maybe. */
    private static final int READS_A_ROUND = 4;

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** When the oldest unread record of a partition that lagged in the last round, too, may be read: nanoseconds of this process. */
    private final Map<TopicPartition, Long> nextReads = new HashMap<>();

    private int readsLeft;
    private @Nullable RecordTimes committed;
    private @Nullable RecordTimes uncommitted;

    /** The consumers themselves are made when they are asked. */
    void beginRound(List<Audit.Target> targets) {
        readsLeft = READS_A_ROUND;
        if (committed == null && !targets.isEmpty()) {
            Map<String, String> streams = targets.get(0).streams();
            committed = RecordTimes.reading(streams, IsolationLevel.READ_COMMITTED);
            uncommitted = RecordTimes.reading(streams, IsolationLevel.READ_UNCOMMITTED);
        }
    }

    /** Looks at those that lag in two rounds in a row. */
    void lookAtLagging(List<Audit.Target> targets) {
        long now = System.nanoTime();
        List<Audit.Target> lagging = targets.stream()
                .filter(target -> requireNonNull(target.progress()).lag().orElse(0) > 0)
                .toList();
        Set<TopicPartition> partitions =
                lagging.stream().map(Audit.Target::topicPartition).collect(Collectors.toSet());
        nextReads.keySet().retainAll(partitions);
        if (committed != null) {
            committed.keepOnly(partitions);
        }
        List<Audit.Target> due = new ArrayList<>();
        for (Audit.Target target : lagging) {
            Long next = nextReads.putIfAbsent(target.topicPartition(), now);
            if (next != null && now - next >= 0) {
                due.add(target);
            }
        }
        Collections.shuffle(due);
        due.forEach(this::readOldest);
    }

    private void readOldest(Audit.Target target) {
        PartitionProgress progress = requireNonNull(target.progress());
        LogEnd end = progress.logEnd();
        if (progress.position().isEmpty() || end.lastStableOffset().isEmpty()) {
            return;
        }
        long next = progress.position().get().position();
        read(committed, target.topicPartition(), next, end.lastStableOffset().getAsLong())
                .ifPresent(first -> {
                    progress.unread(first.offset(), first.time().map(RecordTime::at));
                    nextReads.put(target.topicPartition(), System.nanoTime() + PAUSE.toNanos());
                });
    }

    @Override
    public Optional<RecordTime> time(TopicPartition partition, long offset, long end) {
        return read(uncommitted, partition, offset, end).flatMap(RecordTimes.First::time);
    }

    /** Forgets the first records of transactions in other partitions than these. */
    void keepOnly(Set<TopicPartition> waiting) {
        if (uncommitted != null) {
            uncommitted.keepOnly(waiting);
        }
    }

    private Optional<RecordTimes.First> read(
            @Nullable RecordTimes times, TopicPartition partition, long from, long end) {
        if (times == null) {
            return Optional.empty();
        }
        if (!times.isKnown(partition, from)) {
            if (readsLeft == 0) {
                return Optional.empty();
            }
            readsLeft--;
        }
        return times.first(partition, from, end);
    }

    @Override
    public void close() {
        boolean wasInterrupted = Thread.interrupted(); // a consumer that is interrupted does not close
        if (committed != null && uncommitted != null) {
            committed.close();
            uncommitted.close();
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
