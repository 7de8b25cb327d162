package io.keyfold.store;

import io.keyfold.config.TableSettings;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes the dead letters of one table, in one run, to where its settings say. Any thread. */
interface DeadLetterWriter extends AutoCloseable {

    /** Nothing is opened or connected before the first letter. */
    static DeadLetterWriter of(TableSettings table, MessageLimits limits, RestoreDeadLetters restores) {
        return table.deadLetters()
                .files()
                .<DeadLetterWriter>map(
                        files -> DeadLetterFiles.of(table.contract().name(), files))
                .orElseGet(() -> new DeadLetterTopic(
                        table.deadLetters().topic().orElseThrow(), limits.deadLetterBytes(), restores));
    }

    /**
     * Of a record that was read live.
     *
     * @return what Kafka Streams' own producer is to send, which is confirmed before the position moves; none if the
     *     letter is safe already
     * @throws DeadLetterException if it cannot be written
     */
    List<ProducerRecord<byte[], byte[]>> live(DeadLetterSource source, BadRecordException bad);

    /** Begins a batch of a restore. */
    Batch begin();

    /** What is open is closed; a thread that has not ended yet may go on writing. */
    @Override
    void close();

    /** The letters of one batch of a restore. Belongs to one thread. */
    interface Batch {

        /**
         * Takes a letter.
         *
         * @param isFirst whether the record is read for the first time; if not, it may have been a letter before
         * @throws DeadLetterException if it, or one before it, cannot be written
         */
        void add(DeadLetterSource source, BadRecordException bad, boolean isFirst);

        /**
         * Returns when all are safe.
         *
         * @return whether there were any
         * @throws DeadLetterException if one cannot be written
         */
        boolean await();
    }
}
