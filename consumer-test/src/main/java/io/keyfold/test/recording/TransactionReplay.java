package io.keyfold.test.recording;

import static java.util.Objects.requireNonNull;

import io.keyfold.test.topic.TransactionMarkers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A recorded topic replayed in transactions, phase after phase.
 *
 * <p>At each phase a read_committed reader of the real topic sees, in each partition and in order, the records of
 * {@link Recording#visibleToReadCommitted}; a read_uncommitted reader sees all that were written by then. Records of
 * transactions that were open at the phase lie in transactions that are open now, held by this object; they are
 * committed or aborted as recorded when a later phase is played. What was decided within one phase is replayed as one
 * committed and one aborted transaction, so there are fewer markers than recorded, and offsets differ.
 *
 * <p>Closing aborts what is open. To leave a transaction hanging, keep this object open. Not for use by several
 * threads.
 */
public final class TransactionReplay implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TransactionReplay.class);
    private static final String COMMITTED = "committed";
    private static final String ABORTED = "aborted";

    private final ReplayTarget target;
    private final TransactionFates fates;
    private final Map<String, Producer<byte[], byte[]>> producers = new LinkedHashMap<>();
    private final Set<String> open = new TreeSet<>();
    private final TransactionMarkers markers;
    private @Nullable RecordedPhase reached;

    TransactionReplay(ReplayTarget target, TransactionFates fates) {
        this.target = target;
        this.fates = fates;
        this.markers = TransactionMarkers.at(target.bootstrapServers());
    }

    /** {@return the name of the phase that has been played} */
    public String phase() {
        return reached == null ? "" : reached.name();
    }

    /** {@return the transactional ids, at the broker, of the transactions that are open now} */
    public Set<String> openTransactionalIds() {
        return open.stream().map(target::transactionalId).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Plays on to a later phase. When it returns, a read_committed reader that begins sees all that was visible then.
     *
     * @param phase one of {@link Recording#phases()}, after the one that has been played
     * @return where the records lie that were played now, in order
     * @throws IllegalArgumentException if the recording has no such phase, or it is not a later one
     * @throws IllegalStateException if the broker does not take the records
     */
    public List<PlayedRecord> advanceTo(String phase) {
        RecordedPhase next = fates.topic().phase(requireNonNull(phase, "phase"));
        List<RecordedPhase> phases = fates.topic().phases();
        if (reached != null && phases.indexOf(next) <= phases.indexOf(reached)) {
            throw new IllegalArgumentException("phase: " + phase + " (expected: one after " + reached.name() + ")");
        }
        try {
            if (reached != null) {
                decideOpen(reached, next);
            }
            List<PlayedRecord> played = write(next);
            end(COMMITTED);
            end(ABORTED);
            reached = next;
            return played;
        } catch (KafkaException failure) {
            throw target.failure(failure);
        }
    }

    /** Ends, as recorded, the transactions that were open at one phase and are not at the next. */
    private void decideOpen(RecordedPhase before, RecordedPhase next) {
        Set<String> stillOpen = Set.copyOf(fates.openAt(next).values());
        for (String id : List.copyOf(open)) {
            if (!stillOpen.contains(id)) {
                boolean commit = fates.openUnder(id, before).stream().allMatch(fates.topic()::isCommitted);
                decide(id, commit ? COMMITTED : ABORTED);
            }
        }
    }

    private List<PlayedRecord> write(RecordedPhase next) {
        Map<RecordedRecord, String> openNext = fates.openAt(next);
        SentRecords sent = new SentRecords(target);
        @Nullable String writer = null;
        for (RecordedRecord record : fates.writtenBetween(reached, next)) {
            String id = openNext.getOrDefault(record, fates.topic().isCommitted(record) ? COMMITTED : ABORTED);
            if (writer != null && !writer.equals(id)) {
                begun(writer).flush();
            }
            writer = id;
            sent.add(record, target.send(begun(id), record));
        }
        producers.values().forEach(Producer::flush);
        return sent.await();
    }

    /** {@return the producer of this id, in a transaction} */
    private Producer<byte[], byte[]> begun(String id) {
        Producer<byte[], byte[]> producer = producers.computeIfAbsent(id, unused -> target.transactionalProducer(id));
        if (open.add(id)) {
            producer.beginTransaction();
        }
        return producer;
    }

    private void end(String id) {
        if (open.contains(id)) {
            decide(id, id);
        }
    }

    private void decide(String id, String fate) {
        Producer<byte[], byte[]> producer = begun(id);
        if (fate.equals(COMMITTED)) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
        open.remove(id);
        markers.await(target.transactionalId(id));
    }

    /**
     * Aborts what is open and ends the connections to the broker. If the broker does not answer, its transactions stay
     * open until they time out.
     */
    @Override
    public void close() {
        try {
            List.copyOf(open).forEach(id -> decide(id, ABORTED));
        } catch (KafkaException | IllegalStateException failure) {
            log.warn("Transactions {} are left open: {}", openTransactionalIds(), failure.toString());
        } finally {
            producers.values().forEach(producer -> producer.close(Duration.ZERO));
            producers.clear();
            open.clear();
            markers.close();
        }
    }
}
