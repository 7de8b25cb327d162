package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a local copy says of itself in its meta family, beside what its {@link KeyNotes}, its {@link Freshness} and its projections
 * keep there. Each is a number of eight bytes but the first:
 *
 * <pre>
 * binding           what the rows belong to, see {@link TopicBinding}
 * changelog-offset  the last record of the changelog that is in the rows, inclusive
 * applied-offset    the last record of the source topic that is in them, inclusive; of a changelog's copy at least that
 * changelog-at      when the rows were last known to be as far as their changelog, ms since 1970; not where that is the source
 * </pre>
 *
 * <p>Where the changelog is the source topic, the two offsets are the same but for records that changed nothing. Changed by the
 * thread that writes the copy.
 */
final class CopyMeta {

    /** Of an offset or a time: none. */
    static final long NONE = -1;

    static final byte[] BINDING = name("binding");
    private static final byte[] CHANGELOG_OFFSET = name("changelog-offset");
    private static final byte[] APPLIED_OFFSET = name("applied-offset");
    private static final byte[] CHANGELOG_AT = name("changelog-at");

    private final KeyNotes keyNotes;
    private final Freshness freshness;
    private long changelogOffset;
    private long appliedOffset;
    private long changelogAt;
    private volatile boolean moved;

    /** What a copy has. */
    CopyMeta(UnaryOperator<byte @Nullable []> meta, Retention retention) {
        this.changelogOffset = number(meta, CHANGELOG_OFFSET);
        this.appliedOffset = number(meta, APPLIED_OFFSET);
        this.changelogAt = number(meta, CHANGELOG_AT);
        this.keyNotes = KeyNotes.read(meta);
        this.freshness = Freshness.read(meta, retention, System::currentTimeMillis);
    }

    private static byte[] name(String name) {
        return name.getBytes(US_ASCII);
    }

    private static long number(UnaryOperator<byte @Nullable []> meta, byte[] name) {
        byte[] bytes = meta.apply(name);
        return bytes == null ? NONE : ByteBuffer.wrap(bytes).getLong();
    }

    KeyNotes keyNotes() {
        return keyNotes;
    }

    Freshness freshness() {
        return freshness;
    }

    long changelogOffset() {
        return changelogOffset;
    }

    long appliedOffset() {
        return appliedOffset;
    }

    long changelogAt() {
        return changelogAt;
    }

    void changelogOffset(long offset) {
        moved |= offset != changelogOffset;
        changelogOffset = offset;
    }

    void applied(long offset) {
        appliedOffset = Math.max(appliedOffset, offset);
        moved = true;
    }

    void changelogAt(long ms) {
        changelogAt = ms;
        moved = true;
    }

    /** Something is to be written with the next commit, though nothing here has changed. */
    void move() {
        moved = true;
    }

    /** Whether an offset or a time has changed since it was written. Any thread. */
    boolean isMoved() {
        return moved;
    }

    boolean isWritten() {
        return !moved && keyNotes.areWritten() && freshness.isWritten();
    }

    /** Puts it into the batch of the rows that it is about. */
    void writeTo(BiConsumer<byte[], byte[]> meta) {
        meta.accept(CHANGELOG_OFFSET, bytes(changelogOffset));
        meta.accept(APPLIED_OFFSET, bytes(appliedOffset));
        if (changelogAt != NONE) {
            meta.accept(CHANGELOG_AT, bytes(changelogAt));
        }
        keyNotes.writeTo(meta);
        freshness.writeTo(meta);
    }

    void written() {
        moved = false;
    }

    void clear() {
        keyNotes.clear();
        freshness.forget();
        changelogOffset = NONE;
        appliedOffset = NONE;
        changelogAt = NONE;
        moved = false;
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
