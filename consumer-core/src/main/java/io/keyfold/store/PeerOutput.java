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
final class PeerOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Of an array in memory, nothing can fail. */
    private interface Write {
        void to(DataOutputStream out) throws IOException;
    }

    private PeerOutput write(Write write) {
        try {
            write.to(out);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to memory", e);
        }
    }

    PeerOutput u8(int value) {
        return write(to -> to.writeByte(value));
    }

    PeerOutput flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    PeerOutput i32(int value) {
        return write(to -> to.writeInt(value));
    }

    PeerOutput i64(long value) {
        return write(to -> to.writeLong(value));
    }

    PeerOutput bytes(byte @Nullable [] value) {
        return write(to -> {
            to.writeInt(value == null ? -1 : value.length);
            if (value != null) {
                to.write(value);
            }
        });
    }

    PeerOutput text(String value) {
        return bytes(value.getBytes(UTF_8));
    }

    PeerOutput instant(Optional<Instant> value) {
        flag(value.isPresent());
        value.ifPresent(at -> i64(at.getEpochSecond()).i32(at.getNano()));
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
