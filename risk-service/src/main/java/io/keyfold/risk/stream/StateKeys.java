package io.keyfold.risk.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.risk.item.ItemKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of the stores: a letter for what it is, whose it is, and what orders it.
 *
 * <pre>
 * letter | text owner | parts
 * text:  i32 length | UTF-8
 * i64:   big endian, sign bit flipped, so that bytes are ordered as numbers are
 * </pre>
 */
final class StateKeys {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

    private StateKeys(char letter) {
        bytes.write(letter);
    }

    static StateKeys of(char letter) {
        return new StateKeys(letter);
    }

    StateKeys text(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(utf8.length).array());
        bytes.writeBytes(utf8);
        return this;
    }

    StateKeys number(long number) {
        bytes.writeBytes(
                ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array());
        return this;
    }

    StateKeys item(ItemKey key) {
        return text(key.orderId()).text(key.itemId());
    }

    Bytes key() {
        return Bytes.wrap(bytes.toByteArray());
    }

    /** The first key after all that begin with this one. */
    Bytes end() {
        byte[] end = bytes.toByteArray();
        int last = end.length - 1;
        while (end[last] == (byte) 0xFF) { // never all: the first byte is a letter
            last--;
        }
        end[last]++;
        return Bytes.wrap(Arrays.copyOf(end, last + 1));
    }

    /** Reads the parts of a key, in order. */
    static final class Reader {

        private final ByteBuffer bytes;

        Reader(Bytes key) {
            this.bytes = ByteBuffer.wrap(key.get());
            bytes.get(); // the letter
        }

        String text() {
            byte[] utf8 = new byte[bytes.getInt()];
            bytes.get(utf8);
            return new String(utf8, UTF_8);
        }

        long number() {
            return bytes.getLong() ^ Long.MIN_VALUE;
        }

        ItemKey item() {
            String orderId = text();
            return new ItemKey(orderId, text());
        }
    }
}
