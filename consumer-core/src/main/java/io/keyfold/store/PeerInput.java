package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what {@link PeerOutput} wrote. What is cut off or cannot be is an IllegalArgumentException, and costs no more than it is long. */
public final class PeerInput {

    private final ByteBuffer in;

    /**
     * Reads from the beginning.
     *
     * @param bytes what was written
     */
    public PeerInput(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    private interface Reading<T> {
        T from(ByteBuffer in);
    }

    private <T> T read(Reading<T> reading) {
        try {
            return reading.from(in);
        } catch (BufferUnderflowException | DateTimeException e) {
            throw new IllegalArgumentException("message: cut off or wrong at byte " + in.position(), e);
        }
    }

    /** {@return the next byte, 0 .. 255} */
    public int u8() {
        return read(from -> from.get() & 0xFF);
    }

    /** {@return the next flag} */
    public boolean flag() {
        int flag = u8();
        if (flag > 1) {
            throw new IllegalArgumentException("flag: " + flag + " (expected: 0 or 1)");
        }
        return flag == 1;
    }

    /** {@return the next number of four bytes} */
    public int i32() {
        return read(ByteBuffer::getInt);
    }

    /** {@return the next number of eight bytes} */
    public long i64() {
        return read(ByteBuffer::getLong);
    }

    /** {@return the next number of things, of which each has a byte at least} */
    public int count() {
        int count = i32();
        if (count < 0 || count > in.remaining()) {
            throw new IllegalArgumentException("count: " + count + " (expected: 0 .. " + in.remaining() + ")");
        }
        return count;
    }

    byte @Nullable [] bytesOrNone() {
        int length = i32();
        if (length == -1) {
            return null;
        }
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("length: " + length + " (expected: 0 .. " + in.remaining() + ")");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** {@return the next bytes} */
    public byte[] bytes() {
        byte[] bytes = bytesOrNone();
        if (bytes == null) {
            throw new IllegalArgumentException("bytes: none (expected: some)");
        }
        return bytes;
    }

    /** {@return the next text} */
    public String text() {
        return new String(bytes(), UTF_8);
    }

    /** {@return the next instant, or none} */
    public Optional<Instant> instant() {
        return flag()
                ? Optional.of(read(from -> Instant.ofEpochSecond(from.getLong(), from.getInt())))
                : Optional.empty();
    }

    /** Refuses what is longer than what was read. */
    public void requireEnd() {
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("message: " + in.remaining() + " bytes too many");
        }
    }
}
