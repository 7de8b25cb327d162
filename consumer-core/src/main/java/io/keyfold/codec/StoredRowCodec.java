package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Stored rows as bytes. All numbers are big-endian.
 *
 * <pre>
 * 0     1     2           10          14        22
 * +-----+-----+-----------+-----------+---------+-- if marked --------------------------------+---------+
 * | 01  |flags| timestamp | partition | offset  | partition | offset | length | reason, UTF-8 | the raw |
 * |     |     | ms, i64   | i32       | i64     | i32       | i64    | u16    | length bytes  | JSON    |
 * +-----+-----+-----------+-----------+---------+-----------+--------+--------+---------------+---------+
 * 01     format version
 * flags  bit 0: there is a row, and its JSON ends the bytes; bit 1: there is a mark; bit 2: it is foreign, that is
 *        not in the partition that its key hashes to; bit 3: it is, but its record's key is not spelled as Flink does
 * timestamp  -1 where the record had none
 * </pre>
 */
public final class StoredRowCodec {

    /** Of a timestamp: none. */
    public static final long NO_TIMESTAMP = -1;

    private static final byte VERSION = 1;
    private static final int ROW = 1;
    private static final int MARK = 2;
    private static final int FOREIGN = 4;
    private static final int RESPELLED = 8;
    private static final int FLAGS_AT = 1;
    private static final int TIMESTAMP_AT = 2;
    private static final int PARTITION_AT = 10;
    private static final int OFFSET_AT = 14;
    private static final int HEADER_BYTES = 22;
    private static final int MARK_OFFSET_AT = 26;
    private static final int REASON_LENGTH_AT = 34;
    private static final int MARK_BYTES = 14;
    private static final int MAX_REASON_BYTES = 1_000;

    private final String topic;

    /**
     * A codec of the rows of one topic.
     *
     * @param topic the topic, which is not stored with each row
     */
    public StoredRowCodec(String topic) {
        this.topic = requireNonNull(topic, "topic");
    }

    /**
     * {@return the bytes of a stored row}
     *
     * @param row what to store
     */
    public byte[] encode(StoredRow row) {
        byte[] reason = row.mark().map(mark -> reason(mark.reason())).orElseGet(() -> new byte[0]);
        byte[] json = row.json().map(RowJson::bytes).orElseGet(() -> new byte[0]);
        int markBytes = row.mark().isPresent() ? MARK_BYTES + reason.length : 0;
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + markBytes + json.length);
        out.put(VERSION);
        out.put((byte) ((row.isRow() ? ROW : 0) | (row.mark().isPresent() ? MARK : 0) | flag(row.place())));
        out.putLong(row.timestamp().map(Instant::toEpochMilli).orElse(NO_TIMESTAMP));
        out.putInt(row.position().partition());
        out.putLong(row.position().offset());
        row.mark().ifPresent(mark -> {
            out.putInt(mark.position().partition());
            out.putLong(mark.position().offset());
            out.putShort((short) reason.length);
            out.put(reason);
        });
        out.put(json);
        return out.array();
    }

    /**
     * {@return the bytes of a stored row without a mark, the same as {@link #encode} gives}
     *
     * @param json where its JSON lies
     * @param from the index of the first byte of it; it goes on to the end
     * @param place where the row lies
     * @param timestampMs the record's timestamp, {@link #NO_TIMESTAMP} if it has none
     * @param partition the record's partition
     * @param offset the record's offset
     */
    public static byte[] encode(byte[] json, int from, Place place, long timestampMs, int partition, long offset) {
        int length = json.length - from;
        ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + length);
        out.put(VERSION);
        out.put((byte) (ROW | flag(place)));
        out.putLong(timestampMs);
        out.putInt(partition);
        out.putLong(offset);
        out.put(json, from, length);
        return out.array();
    }

    private static byte[] reason(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        int end = Math.min(utf8.length, MAX_REASON_BYTES);
        while (end < utf8.length && (utf8[end] & 0xC0) == 0x80) {
            end--; // not in the middle of a character
        }
        return Arrays.copyOf(utf8, end);
    }

    /**
     * {@return the stored row of these bytes}
     *
     * @param bytes what {@link #encode} gave
     * @throws IllegalStateException if they are of another format
     */
    public StoredRow decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalStateException(
                    "Cannot read a stored row of " + topic + ": format " + version + " (expected: " + VERSION + ")");
        }
        int flags = in.get();
        long timestamp = in.getLong();
        RecordPosition position = new RecordPosition(topic, in.getInt(), in.getLong());
        Optional<RowMark> mark = (flags & MARK) == 0 ? Optional.empty() : Optional.of(mark(in));
        Optional<RowJson> json = (flags & ROW) == 0
                ? Optional.empty()
                : Optional.of(new RowJson(Arrays.copyOfRange(bytes, in.position(), bytes.length)));
        return new StoredRow(
                json,
                position,
                timestamp == NO_TIMESTAMP ? Optional.empty() : Optional.of(Instant.ofEpochMilli(timestamp)),
                mark,
                place(flags));
    }

    private static int flag(Place place) {
        return switch (place) {
            case HOME -> 0;
            case RESPELLED -> RESPELLED;
            case FOREIGN -> FOREIGN;
        };
    }

    private static Place place(int flags) {
        if ((flags & FOREIGN) != 0) {
            return Place.FOREIGN;
        }
        return (flags & RESPELLED) == 0 ? Place.HOME : Place.RESPELLED;
    }

    /**
     * {@return where a stored row lies, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public static Place place(byte[] bytes) {
        return place((int) bytes[FLAGS_AT]);
    }

    /**
     * {@return whether there is a row and not a mark alone, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public static boolean isRow(byte[] bytes) {
        return (bytes[FLAGS_AT] & ROW) != 0;
    }

    /** Where the JSON begins, which ends the bytes; the end of the bytes where there is a mark alone. */
    static int jsonAt(byte[] bytes) {
        if ((bytes[FLAGS_AT] & MARK) == 0) {
            return HEADER_BYTES;
        }
        int reason = ((bytes[REASON_LENGTH_AT] & 0xFF) << Byte.SIZE) | (bytes[REASON_LENGTH_AT + 1] & 0xFF);
        return HEADER_BYTES + MARK_BYTES + reason;
    }

    /**
     * {@return the timestamp of a stored row in ms, -1 if it has none, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public static long timestampMs(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong(TIMESTAMP_AT);
    }

    /**
     * {@return where the record of a stored row lies, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public RecordPosition position(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new RecordPosition(topic, in.getInt(PARTITION_AT), in.getLong(OFFSET_AT));
    }

    /**
     * {@return the offset of the last record that a stored row tells of, of the mark's where it has one, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public static long lastOffset(byte[] bytes) {
        long offset = offset(bytes);
        return (bytes[FLAGS_AT] & MARK) == 0
                ? offset
                : Math.max(offset, ByteBuffer.wrap(bytes).getLong(MARK_OFFSET_AT));
    }

    /**
     * {@return the offset of the record of a stored row, without decoding it}
     *
     * @param bytes what {@link #encode} gave
     */
    public static long offset(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong(OFFSET_AT);
    }

    private RowMark mark(ByteBuffer in) {
        RecordPosition position = new RecordPosition(topic, in.getInt(), in.getLong());
        byte[] reason = new byte[in.getShort() & 0xFFFF];
        in.get(reason);
        return new RowMark(position, new String(reason, UTF_8));
    }
}
