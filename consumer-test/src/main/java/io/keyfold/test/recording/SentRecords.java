package io.keyfold.test.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Records on their way to the broker. */
final class SentRecords {

    private record Sent(RecordedRecord record, Future<RecordMetadata> answer) {}

    private final ReplayTarget target;
    private final List<Sent> sent = new ArrayList<>();

    SentRecords(ReplayTarget target) {
        this.target = target;
    }

    void add(RecordedRecord record, Future<RecordMetadata> answer) {
        sent.add(new Sent(record, answer));
    }

    /** {@return where they all lie; the producers must have been flushed} */
    List<PlayedRecord> await() {
        List<PlayedRecord> played = new ArrayList<>(sent.size());
        for (Sent one : sent) {
            played.add(played(one));
        }
        return List.copyOf(played);
    }

    private PlayedRecord played(Sent one) {
        try {
            RecordMetadata metadata = one.answer().get();
            return new PlayedRecord(one.record(), metadata.topic(), metadata.partition(), metadata.offset());
        } catch (ExecutionException failure) {
            throw target.failure(failure.getCause() == null ? failure : failure.getCause());
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw target.failure(failure);
        }
    }
}
