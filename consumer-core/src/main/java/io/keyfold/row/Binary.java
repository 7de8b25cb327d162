package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * Bytes as a value: what a BYTES, BINARY or VARBINARY column holds. Equal if the bytes are; ordered byte by byte, unsigned, a
 * beginning first. Immutable: bytes are copied in and out.
 */
public final class Binary implements Comparable<Binary> {

    private final byte[] bytes;

    private Binary(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return a value of these bytes}
     *
     * @param bytes are copied; none is a value too
     */
    public static Binary of(byte[] bytes) {
        return new Binary(requireNonNull(bytes, "bytes").clone());
    }

    /** {@return a copy of the bytes} */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** {@return how many bytes there are} */
    public int length() {
        return bytes.length;
    }

    @Override
    public int compareTo(Binary other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return its length only: a row's contents are not for logs} */
    @Override
    public String toString() {
        return "Binary[" + bytes.length + " bytes]";
    }
}
