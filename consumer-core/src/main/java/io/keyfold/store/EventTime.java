package io.keyfold.store;

import io.keyfold.codec.StoredRowCodec;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The record's own timestamp, and a stand-in for the few that have none: Kafka Streams would drop those, or die of
 * them, though the data is good. Public because Kafka Streams makes it by name; not to be called.
 */
public final class EventTime implements TimestampExtractor {

    /** The epoch, which no producer writes. */
    private static final long UNKNOWN = 0;

    /** Made by Kafka Streams. */
    public EventTime() {}

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(record.timestamp(), UNKNOWN);
    }

    /** As a stored row has it. */
    static long storedMs(long timestamp) {
        return timestamp <= UNKNOWN ? StoredRowCodec.NO_TIMESTAMP : timestamp;
    }

    static Optional<Instant> of(long timestamp) {
        return timestamp <= UNKNOWN ? Optional.empty() : Optional.of(Instant.ofEpochMilli(timestamp));
    }
}
