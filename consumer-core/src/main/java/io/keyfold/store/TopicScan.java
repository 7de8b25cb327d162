package io.keyfold.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads one partition of a topic beside its reader, committed records alone, no faster than allowed. Belongs to one thread.
 *
 * <p>What it throws is Kafka's.
 */
final class TopicScan implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    /** So many at once that the rate is kept by small steps. */
    private static final String MOST_RECORDS = "2000";

    private static final Duration NAP = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long bytesPerSecond;
    private final long startNanos = System.nanoTime();
    private long bytes;
    private volatile long next;
    private final AtomicLong records = new AtomicLong();

    TopicScan(Map<String, String> streams, TopicPartition partition, long bytesPerSecond) {
        this.consumer = SideConsumer.of(
                streams, partition + "-audit", Map.of(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS));
        this.partition = partition;
        this.bytesPerSecond = bytesPerSecond;
        consumer.assign(List.of(partition));
    }

    /** The first offset that is still there. */
    long start() {
        return offset(consumer.beginningOffsets(List.of(partition), ANSWER));
    }

    /** The last stable offset, exclusive. */
    long stableEnd() {
        return offset(consumer.endOffsets(List.of(partition), ANSWER));
    }

    private long offset(Map<TopicPartition, Long> answer) {
        Long told = answer.get(partition);
        if (told == null) {
            throw new KafkaException("the broker did not tell the bounds of " + partition);
        }
        return told;
    }

    void seek(long offset) {
        next = offset;
        consumer.seek(partition, offset);
    }

    /**
     * Reads to that offset, exclusive, or further.
     *
     * @param isOver whether nobody waits for it any more
     * @throws CancellationException if so
     * @throws TimeoutException if nothing comes for a minute
     */
    void readTo(long end, BooleanSupplier isOver, Consumer<ConsumerRecord<byte[], byte[]>> taker)
            throws InterruptedException {
        long before = next;
        long movedNanos = System.nanoTime();
        while (next < end) {
            if (isOver.getAsBoolean()) {
                throw new CancellationException("nobody waits for the scan of " + partition + " any more");
            }
            if (next != before) {
                before = next;
                movedNanos = System.nanoTime();
            } else if (System.nanoTime() - movedNanos > LONGEST_STOP.toNanos()) {
                throw new TimeoutException("nothing comes at offset " + next + ", and the log ended at " + end);
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                taker.accept(record);
                bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
                records.incrementAndGet();
            }
            next = consumer.position(partition, ANSWER);
            keepTheRate(isOver);
        }
    }

    /** A short nap at a time: who waits for nobody any more holds up the next. */
    private void keepTheRate(BooleanSupplier isOver) throws InterruptedException {
        long dueNanos = startNanos + (long) (bytes * 1e9 / bytesPerSecond);
        long aheadNanos = dueNanos - System.nanoTime();
        while (aheadNanos > 0 && !isOver.getAsBoolean()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(aheadNanos, NAP.toNanos()));
            aheadNanos = dueNanos - System.nanoTime();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while reading " + partition);
        }
    }

    /** The next offset that it reads. Any thread. */
    long next() {
        return next;
    }

    /** Records read so far. Any thread. */
    long records() {
        return records.get();
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO)); // it has no group to leave, and nothing to commit
    }
}
