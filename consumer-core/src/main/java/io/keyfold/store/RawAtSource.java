package io.keyfold.store;

import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** A deserializer that hands the source topic's bytes through to the fold and decodes those of any other topic. */
final class RawAtSource<T> implements Deserializer<T> {

    private final String sourceTopic;
    private final Function<byte[], T> decode;

    private RawAtSource(String sourceTopic, Function<byte[], T> decode) {
        this.sourceTopic = sourceTopic;
        this.decode = decode;
    }

    @SuppressWarnings("NullAway") // Kafka's serdes take and give null for null, without saying so
    static <T> Serde<T> serde(String sourceTopic, Function<T, byte[]> encode, Function<byte[], T> decode) {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : encode.apply(value), new RawAtSource<>(sourceTopic, decode));
    }

    /** What the fold gets is not a T: it asks for bytes. Nothing else stands behind the source node. */
    @Override
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"})
    public T deserialize(String topic, byte @Nullable [] bytes) {
        if (topic.equals(sourceTopic)) {
            return (T) (Object) bytes;
        }
        return bytes == null ? null : decode.apply(bytes);
    }
}
