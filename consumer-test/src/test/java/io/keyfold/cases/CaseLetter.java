package io.keyfold.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A dead letter as it lies on its topic. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CaseLetter(byte @Nullable [] key, byte @Nullable [] value, long timestampMs, Map<String, String> headers) {

    static CaseLetter of(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return new CaseLetter(record.key(), record.value(), record.timestamp(), headers);
    }

    String header(String name) {
        return headers.getOrDefault("keyfold." + name, "");
    }

    /** Where the record lies that could not be applied, as a position is written. */
    String place() {
        return header("topic") + "-" + header("partition") + "@" + header("offset");
    }

    String reason() {
        return header("reason");
    }

    String detail() {
        return header("detail");
    }

    boolean isRepeat() {
        return header("repeat").equals("true");
    }
}
