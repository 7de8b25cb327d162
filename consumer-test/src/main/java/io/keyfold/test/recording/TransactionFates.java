package io.keyfold.test.recording;

import io.keyfold.test.recording.RecordedPhase.OpenTransaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What had become of each record of a topic at a phase: committed, aborted, or still in an open transaction.
 *
 * <p>A recording says which records were committed in the end, and for each phase where each open transaction began in
 * a partition and how many records it had there. From its beginning on, records are given to the transaction that began
 * last and is not full; the rest had been decided by then. Where two open transactions wrote by turns, records may so
 * be swapped between these two; that any record is open, committed or aborted is not touched by it.
 */
final class TransactionFates {

    private final RecordedTopic topic;
    private final List<RecordedRecord> records;

    TransactionFates(RecordedTopic topic, List<RecordedRecord> records) {
        this.topic = topic;
        this.records = List.copyOf(records);
    }

    RecordedTopic topic() {
        return topic;
    }

    /** {@return the records in the log at the phase, in order} */
    List<RecordedRecord> writtenAt(RecordedPhase phase) {
        return records.stream().filter(phase::isWritten).toList();
    }

    /** {@return the records in the log at a phase that were not in it at an earlier one; null for the beginning} */
    List<RecordedRecord> writtenBetween(@Nullable RecordedPhase earlier, RecordedPhase phase) {
        return writtenAt(phase).stream()
                .filter(record -> earlier == null || !earlier.isWritten(record))
                .toList();
    }

    /** {@return the records that a read_committed reader saw at the phase, in order} */
    List<RecordedRecord> visibleAt(RecordedPhase phase) {
        return writtenAt(phase).stream()
                .filter(phase::isStable)
                .filter(topic::isCommitted)
                .toList();
    }

    /** {@return the transactional id that each record was open under at the phase; the decided ones are not in it} */
    Map<RecordedRecord, String> openAt(RecordedPhase phase) {
        Map<RecordedRecord, String> open = new HashMap<>();
        Map<Integer, Deque<Opened>> begun = new HashMap<>();
        for (RecordedRecord record : writtenAt(phase)) {
            Deque<Opened> inPartition = begun.computeIfAbsent(record.partition(), unused -> new ArrayDeque<>());
            beginningAt(record, phase).ifPresent(transaction -> inPartition.push(new Opened(transaction)));
            while (!inPartition.isEmpty() && inPartition.peek().remaining == 0) {
                inPartition.pop();
            }
            if (!inPartition.isEmpty()) {
                open.put(record, inPartition.peek().take());
            }
        }
        return open;
    }

    /** {@return the records of one transaction that was open at the phase, in order} */
    List<RecordedRecord> openUnder(String transactionalId, RecordedPhase phase) {
        Map<RecordedRecord, String> open = openAt(phase);
        List<RecordedRecord> mine = new ArrayList<>(records);
        mine.removeIf(record -> !transactionalId.equals(open.get(record)));
        return mine;
    }

    private static Optional<OpenTransaction> beginningAt(RecordedRecord record, RecordedPhase phase) {
        return phase.open().stream()
                .filter(transaction ->
                        transaction.partition() == record.partition() && transaction.startOffset() == record.offset())
                .findFirst();
    }

    /** An open transaction in one partition while its records are being given to it. */
    private static final class Opened {

        private final String transactionalId;
        private int remaining;

        private Opened(OpenTransaction transaction) {
            this.transactionalId = transaction.transactionalId();
            this.remaining = transaction.records();
        }

        private String take() {
            remaining--;
            return transactionalId;
        }
    }
}
