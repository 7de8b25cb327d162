package io.keyfold.test.recording;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One record that Flink wrote, as it lay in the topic. Immutable: bytes are handed out as copies.
 *
 * <p>An absent value is a tombstone, an absent key a record without a key; neither is the same as no bytes.
 */
public final class RecordedRecord {

    private final String topic;
    private final int partition;
    private final long offset;
    private final long timestampMs;
    private final byte @Nullable [] key;
    private final byte @Nullable [] value;

    private RecordedRecord(JsonNode line) throws IOException {
        this.topic = line.required("topic").textValue();
        this.partition = line.required("partition").intValue();
        this.offset = line.required("offset").longValue();
        this.timestampMs = line.required("timestamp").longValue();
        this.key = bytes(line.required("keyBase64"));
        this.value = bytes(line.required("valueBase64"));
    }

    /** {@return the record of one line of a recording} */
    static RecordedRecord parse(JsonNode line) throws IOException {
        return new RecordedRecord(line);
    }

    /** {@return the name of the recorded topic} */
    public String topic() {
        return topic;
    }

    /** {@return the partition it lay in} */
    public int partition() {
        return partition;
    }

    /** {@return the offset it had; a replayed record may have another} */
    public long offset() {
        return offset;
    }

    /** {@return its timestamp, milliseconds since 1970, set by the producer} */
    public long timestampMs() {
        return timestampMs;
    }

    /** {@return the bytes of its key, absent if it had none} */
    public Optional<byte[]> key() {
        return Optional.ofNullable(key).map(byte[]::clone);
    }

    /** {@return the bytes of its value, absent for a tombstone} */
    public Optional<byte[]> value() {
        return Optional.ofNullable(value).map(byte[]::clone);
    }

    /** {@return whether its value is absent} */
    public boolean isTombstone() {
        return value == null;
    }

    private static byte @Nullable [] bytes(JsonNode base64) throws IOException {
        return base64.isNull() ? null : base64.binaryValue();
    }

    /** Shows where it lay, without contents. */
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
