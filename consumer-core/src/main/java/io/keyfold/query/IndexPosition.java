package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * A place in an index, behind the row that was listed last. It stays valid when that row changes or goes.
 *
 * <p>Its bytes are the row's entry in the index: they hold the values of the index's columns and of the key.
 */
public final class IndexPosition {

    private final byte[] entry;

    private IndexPosition(byte[] entry) {
        this.entry = entry;
    }

    /**
     * {@return the place that these bytes stand for}
     *
     * @param bytes what {@link #bytes} gave
     */
    public static IndexPosition of(byte[] bytes) {
        return new IndexPosition(requireNonNull(bytes, "bytes").clone());
    }

    /** {@return the bytes that stand for it, as long as the declaration of the index stays as it is} */
    public byte[] bytes() {
        return entry.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexPosition that && Arrays.equals(entry, that.entry);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(entry);
    }

    /** {@return its length only: a row's contents are not for logs} */
    @Override
    public String toString() {
        return "IndexPosition[" + entry.length + " bytes]";
    }
}
