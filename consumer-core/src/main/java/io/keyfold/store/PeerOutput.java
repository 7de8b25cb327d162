package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes what instances say to each other. Numbers are big-endian.
 *
 * <pre>
 * bytes    i32 length, -1 for none | the bytes
 * text     as bytes, UTF-8
 * flag     u8, 0 or 1
 * instant  flag | if 1: i64 seconds since 1970, i32 nanoseconds
 * </pre>
 */
public final class PeerOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Of an array in memory, nothing can fail. */
    private interface Write {
        void to(DataOutputStream out) throws IOException;
    }

    /** Nothing is written yet. */
    public PeerOutput() {}

    private PeerOutput write(Write write) {
        try {
            write.to(out);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to memory", e);
        }
    }

    /**
     * {@return this, with a byte}
     *
     * @param value what to write
     */
    public PeerOutput u8(int value) {
        return write(to -> to.writeByte(value));
    }

    /**
     * {@return this, with a flag}
     *
     * @param value what to write
     */
    public PeerOutput flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    /**
     * {@return this, with a number of four bytes}
     *
     * @param value what to write
     */
    public PeerOutput i32(int value) {
        return write(to -> to.writeInt(value));
    }

    /**
     * {@return this, with a number of eight bytes}
     *
     * @param value what to write
     */
    public PeerOutput i64(long value) {
        return write(to -> to.writeLong(value));
    }

    /**
     * {@return this, with bytes or none}
     *
     * @param value what to write
     */
    public PeerOutput bytes(byte @Nullable [] value) {
        return write(to -> {
            to.writeInt(value == null ? -1 : value.length);
            if (value != null) {
                to.write(value);
            }
        });
    }

    /**
     * {@return this, with a text}
     *
     * @param value what to write
     */
    public PeerOutput text(String value) {
        return bytes(value.getBytes(UTF_8));
    }

    /**
     * {@return this, with an instant or none}
     *
     * @param value what to write
     */
    public PeerOutput instant(Optional<Instant> value) {
        flag(value.isPresent());
        value.ifPresent(at -> i64(at.getEpochSecond()).i32(at.getNano()));
        return this;
    }

    int size() {
        return out.size();
    }

    /** {@return what was written} */
    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
