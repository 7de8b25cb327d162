package io.keyfold.cases;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** One record of a case, as its bytes. A timestamp of -1 is none. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CaseRecord(int partition, long timestampMs, byte[] key, byte @Nullable [] value) {

    static final long NO_TIMESTAMP = -1;

    CaseRecord in(int otherPartition) {
        return new CaseRecord(otherPartition, timestampMs, key, value);
    }

    CaseRecord withValue(String text) {
        return new CaseRecord(partition, timestampMs, key, text.getBytes(UTF_8));
    }

    CaseRecord asTombstone() {
        return new CaseRecord(partition, timestampMs, key, null);
    }

    String valueText() {
        return new String(requireNonNull(value), UTF_8);
    }

    ProducerRecord<byte[], byte[]> to(String topic) {
        return timestampMs == NO_TIMESTAMP
                ? new WithoutTimestamp(topic, this)
                : new ProducerRecord<>(topic, partition, timestampMs, key, value);
    }

    /** What Kafka's Java producer refuses to make, and writes: as other producers do now and then. */
    private static final class WithoutTimestamp extends ProducerRecord<byte[], byte[]> {

        WithoutTimestamp(String topic, CaseRecord record) {
            super(topic, record.partition, null, record.key, record.value);
        }

        @Override
        public Long timestamp() {
            return NO_TIMESTAMP;
        }
    }
}
