package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A row's value as it came: the JSON object that the upstream job wrote, byte for byte, unknown columns included.
 *
 * @param bytes valid UTF-8 JSON; shared with the table, so never to be modified
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode compare the contents
public record RowJson(byte[] bytes) {

    /** Refuses a missing value. */
    public RowJson {
        requireNonNull(bytes, "bytes");
    }

    /** {@return the JSON as text} */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowJson that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return its length only: a row's contents are not for logs} */
    @Override
    public String toString() {
        return "RowJson[" + bytes.length + " bytes]";
    }
}
