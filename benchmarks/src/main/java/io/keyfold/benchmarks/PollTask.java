package io.keyfold.benchmarks;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** A bare consumer of committed records, polled from the first to the last. Timed from before the first poll on. */
final class PollTask implements Task {

    private static final Duration POLL = Duration.ofMillis(100);

    private final Assignment assignment;

    PollTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() {
        long records = 0;
        long deletes = 0;
        try (BareConsumer consumer = BareConsumer.ofWhole(assignment);
                Progress progress = Progress.of("poll", assignment.records())) {
            long begin = System.nanoTime();
            while (!consumer.isAtEnd()) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : polled) {
                    deletes += record.value() == null ? 1 : 0;
                }
                records += polled.count();
                progress.add(polled.count());
            }
            long nanos = System.nanoTime() - begin;
            verify(records, deletes);
            return new Numbers(Map.of(Numbers.RECORDS, records, Numbers.NANOS, nanos));
        }
    }

    private void verify(long records, long deletes) {
        long expected =
                Expected.after(assignment.traffic(), assignment.records()).deletes();
        if (records != assignment.records() || deletes != expected) {
            throw new IllegalStateException("Wrong topic: " + records + " records, " + deletes
                    + " of them tombstones (expected: " + assignment.records() + ", " + expected + ")");
        }
    }
}
