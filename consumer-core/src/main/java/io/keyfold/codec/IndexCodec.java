package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.IndexSettings;
import io.keyfold.schemas.TableContract;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index's entries as bytes: one a row, in the order of the index's columns, nulls first, then of the rows' keys.
 *
 * <pre>
 * +-----+------------------------+-----+------------------------+--- ---+-------------+
 * | tag | order-preserving form, | tag | order-preserving form, |  ...  | storage key |
 * |     | nothing if it is null  |     | nothing if it is null  |       |             |
 * +-----+------------------------+-----+------------------------+--- ---+-------------+
 *       first column                   second column
 * tag   00: null; 01: a value, also of a NOT NULL column
 * </pre>
 *
 * <p>No column's bytes begin with those of another value, so entries compare column by column, and leading values are a
 * prefix of their entries alone. Texts are in the order of their code points. Safe for many threads.
 */
public final class IndexCodec {

    private static final int FORMAT = 1;

    private final RowExpressions columns;
    private final String fingerprint;

    private IndexCodec(RowExpressions columns, String fingerprint) {
        this.columns = columns;
        this.fingerprint = fingerprint;
    }

    /**
     * {@return the codec of an index}
     *
     * @param contract what the table's topic holds
     * @param index one that fits the contract
     */
    public static IndexCodec of(TableContract contract, IndexSettings index) {
        requireNonNull(contract, "contract");
        RowExpressions columns = new RowExpressions(
                "index " + index.name(),
                index.columns().stream()
                        .map(column -> RowExpression.of(contract, column))
                        .toList());
        return new IndexCodec(
                columns,
                "index format " + FORMAT + " " + columns.fingerprint() + " key "
                        + RowExpressions.ofKey(contract).fingerprint());
    }

    /**
     * {@return the entry of a row}
     *
     * @param row the contract's columns in its order, as {@link RowValues#read} gives them
     * @param storageKey the row's key
     */
    public byte[] entry(@Nullable Object[] row, byte[] storageKey) {
        StorageKeyWriter out = new StorageKeyWriter();
        columns.store(row, out);
        out.bytes(storageKey);
        return out.toBytes();
    }

    /**
     * {@return the storage key of an entry's row: the end of the entry}
     *
     * @param entry what {@link #entry} gave
     */
    public byte[] storageKey(byte[] entry) {
        StorageKeyReader in = new StorageKeyReader(entry);
        columns.skip(in);
        return Arrays.copyOfRange(entry, in.at(), entry.length);
    }

    /**
     * {@return what begins the entries of all rows with these leading values, and of no other}
     *
     * @param leading values of the leading columns, perhaps none; null is a value
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public byte[] prefix(List<? extends @Nullable Object> leading) {
        return columns.prefix(requireNonNull(leading, "leading")).toBytes();
    }

    /**
     * {@return what begins the entries of all rows with these leading values whose next column begins so, and of no
     * other}
     *
     * @param leading values of the leading columns, perhaps none; null is a value
     * @param beginning what the next column's text begins with; of a CHAR, blanks that fill it up count
     * @throws IllegalArgumentException if a value does not fit its column, naming the column, or if the next column is
     *     no STRING, VARCHAR or CHAR
     */
    public byte[] textPrefix(List<? extends @Nullable Object> leading, String beginning) {
        requireNonNull(beginning, "beginning");
        return columns.textPrefix(requireNonNull(leading, "leading"), beginning).toBytes();
    }

    /**
     * {@return the values of leading columns, read from text as their columns' types}
     *
     * @param texts one text a leading column; at least one
     * @throws IllegalArgumentException if a text does not fit its column, naming the column
     */
    public List<Object> parse(List<String> texts) {
        return columns.parse(requireNonNull(texts, "texts"));
    }

    /** {@return text that changes whenever the entries' bytes would: the format, the columns, the key, their types} */
    public String fingerprint() {
        return fingerprint;
    }
}
