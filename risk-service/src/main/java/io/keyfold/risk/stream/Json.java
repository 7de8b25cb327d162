package io.keyfold.risk.stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON, in the service's own stores and topics. Fields that are not known are passed over, so that a version of the service
 * can read what a newer one wrote.
 *
 * @param <T> the record
 */
final class Json<T> {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.USE_DEFAULTS))
            .build();

    private final ObjectReader reader;
    private final ObjectWriter writer;

    private Json(Class<T> type) {
        this.reader = MAPPER.readerFor(type);
        this.writer = MAPPER.writerFor(type);
    }

    static <T> Json<T> of(Class<T> type) {
        return new Json<>(type);
    }

    byte[] write(T value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write JSON into memory: " + e.getMessage(), e);
        }
    }

    T read(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read JSON of the service's own: " + e.getMessage(), e);
        }
    }

    @Nullable
    T readOrNull(byte @Nullable [] bytes) {
        return bytes == null ? null : read(bytes);
    }

    @SuppressWarnings("NullAway") // Kafka Streams gives null for null
    Serde<T> serde() {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : write(value), (topic, bytes) -> readOrNull(bytes));
    }
}
