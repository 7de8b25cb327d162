package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A bad record on its way to the dead-letter topic: key, value, headers and timestamp as they came, and these headers,
 * all text:
 *
 * <pre>
 * keyfold.table      the table                      keyfold.reason    the reason's code, such as not-json
 * keyfold.topic      where the record lies          keyfold.detail    the reason in words
 * keyfold.partition                                 keyfold.part      key or value: which of them is bad
 * keyfold.offset                                    keyfold.at-byte   where in it, 0-based; absent if not at one place
 * keyfold.timestamp  in ms; absent if it has none   keyfold.repeat   true: read by a restore, may have been sent before
 * </pre>
 *
 * <p>What the topic would not take is cut, value first, and {@code keyfold.key-bytes}, {@code keyfold.value-bytes} or
 * {@code keyfold.headers-bytes} tell how long it was: the whole record lies where the headers say.
 */
final class DeadLetter {

    /** A record batch's own bytes, and room for the lengths of a record's parts. */
    private static final int OVERHEAD_BYTES = 1_024;

    private static final int HEADER_OVERHEAD_BYTES = 10;

    private final String topic;
    private final DeadLetterSource source;
    private final Headers headers = new RecordHeaders();
    private int room;

    private DeadLetter(String topic, int limitBytes, DeadLetterSource source) {
        this.topic = topic;
        this.source = source;
        this.room = limitBytes - OVERHEAD_BYTES;
    }

    static ProducerRecord<byte[], byte[]> of(
            String topic, int limitBytes, DeadLetterSource source, BadRecordException bad, boolean mayRepeat) {
        DeadLetter letter = new DeadLetter(topic, limitBytes, source);
        letter.describe(bad);
        if (mayRepeat) {
            letter.add("keyfold.repeat", "true");
        }
        return letter.record();
    }

    private void describe(BadRecordException bad) {
        add("keyfold.table", bad.task().contract().name());
        add("keyfold.topic", source.topic());
        add("keyfold.partition", source.partition());
        add("keyfold.offset", source.offset());
        EventTime.of(source.timestamp()).ifPresent(time -> add("keyfold.timestamp", time.toEpochMilli()));
        add("keyfold.part", bad.part().text());
        add("keyfold.reason", bad.why().reason().code());
        add("keyfold.detail", bad.why().detail());
        if (bad.why().atByte() >= 0) {
            add("keyfold.at-byte", bad.why().atByte());
        }
    }

    private void add(String name, Object value) {
        byte[] bytes = value.toString().getBytes(UTF_8);
        headers.add(name, bytes);
        room -= size(name, bytes);
    }

    private static int size(String name, byte @Nullable [] value) {
        return name.length() * 3 + (value == null ? 0 : value.length) + HEADER_OVERHEAD_BYTES;
    }

    private ProducerRecord<byte[], byte[]> record() {
        copyHeaders();
        byte @Nullable [] key = fit("keyfold.key-bytes", source.key());
        byte @Nullable [] value = fit("keyfold.value-bytes", source.value());
        Long timestamp =
                EventTime.of(source.timestamp()).map(Instant::toEpochMilli).orElse(null);
        return new ProducerRecord<>(topic, null, timestamp, key, value, headers);
    }

    private void copyHeaders() {
        long bytes = 0;
        for (Header header : source.headers()) {
            bytes += size(header.key(), header.value());
        }
        if (bytes > room / 2) {
            add("keyfold.headers-bytes", bytes);
            return;
        }
        source.headers().forEach(headers::add);
        room -= (int) bytes;
    }

    private byte @Nullable [] fit(String lengthHeader, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length <= room) {
            room -= bytes.length;
            return bytes;
        }
        add(lengthHeader, bytes.length);
        byte[] cut = Arrays.copyOf(bytes, Math.max(0, room));
        room = 0;
        return cut;
    }
}
