package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a local copy has noticed about odd keys, a note a kind, in its meta family under {@code foreign-records} and
 * {@code respelled-keys}. Written with the rows, so that the two agree.
 *
 * <pre>
 * 0         8          16             24            32
 * +---------+----------+--------------+-------------+-------------------------+
 * | records | since ms | first offset | last offset | storage key of the last |
 * +---------+----------+--------------+-------------+-------------------------+
 * </pre>
 *
 * <p>Noted and written by the thread that writes the copy; read by any.
 */
final class KeyNotes {

    private static final int KEY_AT = 4 * Long.BYTES;

    private final Map<KeyNote.Kind, Note> notes = new EnumMap<>(KeyNote.Kind.class);
    private final Set<KeyNote.Kind> unwritten = EnumSet.noneOf(KeyNote.Kind.class);

    /**
     * One kind's.
     *
     * @param records how many records
     * @param sinceMs when the first was noticed
     * @param first its offset
     * @param last the offset of the last
     * @param lastKey the storage key of the last
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Note(long records, long sinceMs, long first, long last, byte[] lastKey) {

        private static Note decode(byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            return new Note(
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    in.getLong(),
                    Arrays.copyOfRange(bytes, KEY_AT, bytes.length));
        }

        private byte[] encode() {
            return ByteBuffer.allocate(KEY_AT + lastKey.length)
                    .putLong(records)
                    .putLong(sinceMs)
                    .putLong(first)
                    .putLong(last)
                    .put(lastKey)
                    .array();
        }
    }

    /** Those that a copy has. */
    static KeyNotes read(UnaryOperator<byte @Nullable []> meta) {
        KeyNotes read = new KeyNotes();
        for (KeyNote.Kind kind : KeyNote.Kind.values()) {
            byte[] bytes = meta.apply(name(kind));
            if (bytes != null) {
                read.notes.put(kind, Note.decode(bytes));
            }
        }
        return read;
    }

    private static byte[] name(KeyNote.Kind kind) {
        return (kind == KeyNote.Kind.FOREIGN ? "foreign-records" : "respelled-keys").getBytes(US_ASCII);
    }

    synchronized void note(KeyNote.Kind kind, byte[] storageKey, long offset, long nowMs) {
        Note before = notes.get(kind);
        notes.put(
                kind,
                before == null
                        ? new Note(1, nowMs, offset, offset, storageKey)
                        : new Note(before.records + 1, before.sinceMs, before.first, offset, storageKey));
        unwritten.add(kind);
    }

    synchronized boolean areWritten() {
        return unwritten.isEmpty();
    }

    /** Puts those that changed into the batch of the rows that they are about. */
    synchronized void writeTo(BiConsumer<byte[], byte[]> meta) {
        for (KeyNote.Kind kind : unwritten) {
            meta.accept(name(kind), requireNonNull(notes.get(kind)).encode());
        }
        unwritten.clear();
    }

    synchronized Optional<Note> of(KeyNote.Kind kind) {
        return Optional.ofNullable(notes.get(kind));
    }

    synchronized void clear() {
        notes.clear();
        unwritten.clear();
    }
}
