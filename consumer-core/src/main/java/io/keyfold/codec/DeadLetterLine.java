package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.keyfold.row.RecordPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as a line of a file: one JSON object, UTF-8, with a line end behind it and none in it.
 *
 * <pre>
 * {"table":"dwd_order_item","topic":"dwd_order_item","partition":3,"offset":1842,"timestamp":1705286400000,
 *  "part":"value","reason":"not-json","detail":"not valid JSON at byte 2","at_byte":2,"repeat":false,
 *  "key":"eyJvcmRlcl9pZCI6…","value":"e3Rvcm4=","headers":[["trace","YWJj"]]}
 * </pre>
 *
 * <p>All fields are always there, in this order. Key, value and the headers' values are base64, whole, null where the
 * record has none; {@code timestamp} is null if it has none, {@code at_byte} if the fault is not at one place.
 *
 * @param table the table
 * @param position where the record lies
 * @param timestamp the record's, to the millisecond
 * @param part key or value: which of them is bad
 * @param why why it is bad
 * @param mayRepeat whether it was read by a restore and may have been written before
 * @param key the record's key
 * @param value the record's value
 * @param headers the record's headers, in order; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
public record DeadLetterLine(
        String table,
        RecordPosition position,
        Optional<Instant> timestamp,
        String part,
        BadRecord why,
        boolean mayRepeat,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * A header of the record.
     *
     * @param name its name; not unique
     * @param value its value
     */
    public record Header(String name, byte @Nullable [] value) {}

    /** {@return the line with its end} */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("table", table);
            json.writeStringField("topic", position.topic());
            json.writeNumberField("partition", position.partition());
            json.writeNumberField("offset", position.offset());
            writeNumber(json, "timestamp", timestamp.map(Instant::toEpochMilli));
            json.writeStringField("part", part);
            json.writeStringField("reason", why.reason().code());
            json.writeStringField("detail", why.detail());
            writeNumber(json, "at_byte", why.atByte() < 0 ? Optional.empty() : Optional.of(why.atByte()));
            json.writeBooleanField("repeat", mayRepeat);
            json.writeFieldName("key");
            writeBytes(json, key);
            json.writeFieldName("value");
            writeBytes(json, value);
            writeHeaders(json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new IllegalStateException("Cannot write JSON into memory", e);
        }
        return bytes.toByteArray();
    }

    private void writeHeaders(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("headers");
        for (Header header : headers) {
            json.writeStartArray();
            json.writeString(header.name());
            writeBytes(json, header.value());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void writeNumber(JsonGenerator json, String name, Optional<Long> number) throws IOException {
        json.writeFieldName(name);
        if (number.isPresent()) {
            json.writeNumber(number.get());
        } else {
            json.writeNull();
        }
    }

    private static void writeBytes(JsonGenerator json, byte @Nullable [] bytes) throws IOException {
        if (bytes == null) {
            json.writeNull();
        } else {
            json.writeBinary(bytes);
        }
    }
}
