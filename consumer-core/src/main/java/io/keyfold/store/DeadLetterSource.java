package io.keyfold.store;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * The record that a dead letter is made of, as it came.
 *
 * @param topic where it lies
 * @param partition where it lies
 * @param offset where it lies
 * @param timestamp in ms; negative if it has none
 * @param key its key
 * @param value its value
 * @param headers its headers
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
record DeadLetterSource(
        String topic,
        int partition,
        long offset,
        long timestamp,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers) {

    static DeadLetterSource of(ErrorHandlerContext context) {
        return new DeadLetterSource(
                context.topic(),
                context.partition(),
                context.offset(),
                context.timestamp(),
                context.sourceRawKey(),
                context.sourceRawValue(),
                context.headers());
    }

    static DeadLetterSource of(ConsumerRecord<byte[], byte[]> record) {
        return of(record, record.value());
    }

    /** Of a record whose value Kafka Streams has changed since. */
    static DeadLetterSource of(ConsumerRecord<byte[], byte[]> record, byte @Nullable [] valueAsItCame) {
        return new DeadLetterSource(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.key(),
                valueAsItCame,
                record.headers());
    }
}
