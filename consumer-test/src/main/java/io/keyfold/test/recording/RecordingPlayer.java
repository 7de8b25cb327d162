package io.keyfold.test.recording;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Plays the records of one recorded topic to a real topic, a few at a time, in the recorded order: same bytes, same
 * partitions, same timestamps, outside transactions.
 *
 * <p>Each call returns when the broker has the records. Every record is played, also those whose transaction was
 * aborted; see {@link Recording#playTransactions}. Not for use by several threads.
 */
public final class RecordingPlayer implements AutoCloseable {

    private final ReplayTarget target;
    private final List<RecordedRecord> records;
    private final Producer<byte[], byte[]> producer;
    private int position;

    RecordingPlayer(ReplayTarget target, List<RecordedRecord> records) {
        this.target = target;
        this.records = List.copyOf(records);
        this.producer = target.producer();
    }

    /** {@return how many records the recorded topic has} */
    public int size() {
        return records.size();
    }

    /** {@return the index of the record that {@link #playNext()} plays, counted from 0} */
    public int position() {
        return position;
    }

    /** {@return whether a record is left after the position} */
    public boolean hasNext() {
        return position < records.size();
    }

    /**
     * Plays one record and moves the position behind it.
     *
     * @return where it lies
     * @throws IllegalStateException if none is left, or the broker does not take it
     */
    public PlayedRecord playNext() {
        if (!hasNext()) {
            throw new IllegalStateException(
                    "Cannot play to topic " + target.topic() + ": all " + size() + " records have been played");
        }
        return play(position, position + 1).get(0);
    }

    /**
     * Plays all records from the position on.
     *
     * @return where they lie, in order
     * @throws IllegalStateException if the broker does not take them
     */
    public List<PlayedRecord> playRest() {
        return play(position, size());
    }

    /**
     * Plays the records of these indexes, wherever the position is, and moves it behind them.
     *
     * @param from the first index, inclusive
     * @param to the last index, exclusive
     * @return where they lie, in order
     * @throws IllegalArgumentException if the topic has no such records
     * @throws IllegalStateException if the broker does not take them
     */
    public List<PlayedRecord> play(int from, int to) {
        if (from < 0 || to < from || to > size()) {
            throw new IllegalArgumentException(
                    "range: " + from + " .. " + to + " (expected: within 0 .. " + size() + ")");
        }
        SentRecords sent = new SentRecords(target);
        try {
            records.subList(from, to).forEach(record -> sent.add(record, target.send(producer, record)));
            producer.flush();
        } catch (KafkaException failure) {
            throw target.failure(failure);
        }
        List<PlayedRecord> played = sent.await();
        position = to;
        return played;
    }

    /** Ends the connection to the broker; what was played stays. */
    @Override
    public void close() {
        producer.close();
    }
}
