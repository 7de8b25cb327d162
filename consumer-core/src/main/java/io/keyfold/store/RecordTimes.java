package io.keyfold.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the times of single records, by reading them beside the table's reader: one batch each, in no group. Remembers what it
 * has found in a partition until it is asked about another place. Belongs to one thread.
 */
final class RecordTimes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RecordTimes.class);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);
    /** A broker gives one batch however large it is, and no second one beside it. */
    private static final String FETCH_BYTES = "1024";

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Map<TopicPartition, Asked> known = new HashMap<>();
    private @Nullable Consumer<byte[], byte[]> consumer;

    /**
     * The first record at an offset or behind it.
     *
     * @param offset the record's, or the end below which there was none
     * @param time its timestamp; empty if it has none, or there was no record
     */
    record First(long offset, Optional<RecordTime> time) {}

    /** What an answer holds for: places from one to another, both inclusive. */
    private record Asked(long from, long to, First found) {

        private static Asked found(long from, ConsumerRecord<?, ?> record) {
            Optional<RecordTime> time = EventTime.of(record.timestamp())
                    .map(at -> new RecordTime(at, record.timestampType() == TimestampType.LOG_APPEND_TIME));
            return new Asked(from, record.offset(), new First(record.offset(), time));
        }

        /** At the end there may be one by the next time. */
        private static Asked nothing(long from, long end) {
            return new Asked(from, end - 1, new First(end, Optional.empty()));
        }
    }

    RecordTimes(Supplier<Consumer<byte[], byte[]>> consumers) {
        this.consumers = consumers;
    }

    /** With a consumer of its own, made when it is first asked. */
    static RecordTimes reading(Map<String, String> streams, IsolationLevel isolation) {
        String level = isolation.toString();
        String clientId = streams.get(StreamsConfig.APPLICATION_ID_CONFIG) + "-doctor-" + level;
        Map<String, Object> overrides = Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                level,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                "1",
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES,
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                FETCH_BYTES,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"); // what expired is not there any more
        return new RecordTimes(() -> SideConsumer.of(streams, clientId, overrides));
    }

    /** {@return whether it can tell without asking the broker} */
    boolean isKnown(TopicPartition partition, long from) {
        return remembered(partition, from).isPresent();
    }

    private Optional<First> remembered(TopicPartition partition, long from) {
        return Optional.ofNullable(known.get(partition))
                .filter(asked -> asked.from <= from && from <= asked.to)
                .map(Asked::found);
    }

    /** Forgets all partitions but these. */
    void keepOnly(Set<TopicPartition> partitions) {
        known.keySet().retainAll(partitions);
    }

    /** {@return the first record at that offset or behind it and before the end; empty if the broker does not give it in time} */
    Optional<First> first(TopicPartition partition, long from, long end) {
        Optional<First> remembered = remembered(partition, from);
        if (remembered.isPresent()) {
            return remembered;
        }
        try {
            Optional<Asked> asked = read(partition, from, end);
            asked.ifPresent(one -> known.put(partition, one));
            return asked.map(Asked::found);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.debug("The record of {} at {} cannot be read", partition, from, e);
            return Optional.empty();
        }
    }

    private Optional<Asked> read(TopicPartition partition, long from, long end) {
        Consumer<byte[], byte[]> reader = consumer;
        if (reader == null) {
            reader = consumers.get();
            consumer = reader;
        }
        reader.assign(List.of(partition));
        reader.seek(partition, from);
        long deadline = System.nanoTime() + LONGEST.toNanos();
        do {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL).records(partition)) {
                return Optional.of(record.offset() < end ? Asked.found(from, record) : Asked.nothing(from, end));
            }
            if (reader.position(partition, left(deadline)) >= end) {
                return Optional.of(Asked.nothing(from, end));
            }
        } while (System.nanoTime() < deadline);
        return Optional.empty();
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(TimeUnit.MILLISECONDS.toNanos(1), deadline - System.nanoTime()));
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close(CloseOptions.timeout(Duration.ZERO)); // it has no group to leave, and nothing to commit
        }
    }
}
