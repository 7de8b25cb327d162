package io.keyfold.store;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Dead letters that go to a topic: live through Kafka Streams' own producer, those of a restore through one of ours.
 *
 * @param name the topic
 * @param limitBytes the largest record that it takes
 * @param restores the producer that all tables of the run share
 */
record DeadLetterTopic(String name, int limitBytes, RestoreDeadLetters restores) implements DeadLetterWriter {

    @Override
    public List<ProducerRecord<byte[], byte[]>> live(DeadLetterSource source, BadRecordException bad) {
        return List.of(letter(source, bad, false));
    }

    private ProducerRecord<byte[], byte[]> letter(DeadLetterSource source, BadRecordException bad, boolean mayRepeat) {
        return DeadLetter.of(name, limitBytes, source, bad, mayRepeat);
    }

    @Override
    public Batch begin() {
        RestoreDeadLetters.Sending sending = restores.begin(name);
        return new Batch() {
            @Override
            public void add(DeadLetterSource source, BadRecordException bad, boolean isFirst) {
                sending.send(letter(source, bad, !isFirst));
            }

            @Override
            public boolean await() {
                return sending.await();
            }
        };
    }

    /** The producer is the run's. */
    @Override
    public void close() {}
}
