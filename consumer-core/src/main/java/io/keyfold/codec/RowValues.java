package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the typed columns out of stored rows, in one walk of the JSON where it lies. Safe for many threads.
 *
 * <p>A row was checked when it came in and is not checked again.
 */
public final class RowValues {

    private static final int NOT_READ = -1;

    private final String table;
    private final List<ColumnCodec> columns;
    /** Of the columns that the value carries, where they stand in the contract. */
    private final Map<String, Integer> fields;

    private final List<ColumnCodec> key;
    /** For each key column where it stands in the contract, {@link #NOT_READ} if the value carries it or none asks. */
    private final int[] keyIndexes;

    private final boolean readsKey;

    private RowValues(TableContract contract, Set<String> wanted) {
        this.table = contract.name();
        this.columns = contract.columns().stream()
                .map(column -> ColumnCodec.of(column, ColumnReading.ofValue(contract)))
                .toList();
        List<String> names = contract.columns().stream().map(Column::name).toList();
        this.fields = contract.value().stream()
                .map(Column::name)
                .filter(wanted::contains)
                .collect(Collectors.toUnmodifiableMap(name -> name, names::indexOf));
        this.key = contract.keyColumns().stream()
                .map(name -> columns.get(names.indexOf(name)))
                .toList();
        this.keyIndexes = contract.keyColumns().stream()
                .mapToInt(name -> wanted.contains(name) && !fields.containsKey(name) ? names.indexOf(name) : NOT_READ)
                .toArray();
        this.readsKey = Arrays.stream(keyIndexes).anyMatch(index -> index != NOT_READ);
    }

    /**
     * {@return a reader of a table's rows}
     *
     * @param contract what its topic holds
     */
    public static RowValues of(TableContract contract) {
        return of(contract, contract.columns().stream().map(Column::name).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * {@return a reader of some columns of a table; the others are left null}
     *
     * @param contract what its topic holds
     * @param wanted the names of those that are read
     */
    public static RowValues of(TableContract contract, Set<String> wanted) {
        return new RowValues(contract, wanted);
    }

    /**
     * {@return the contract's columns in its order, or null where the bytes hold a mark alone}
     *
     * @param storageKey the row's key, as {@link KeyCodec#storageKey} gives it
     * @param storedRow the row, as {@link StoredRowCodec#encode} gives it
     * @throws IllegalStateException if the row does not fit the contract, though it did when it came in
     */
    public @Nullable Object @Nullable [] read(byte[] storageKey, byte[] storedRow) {
        requireNonNull(storageKey, "storageKey");
        requireNonNull(storedRow, "storedRow");
        if (!StoredRowCodec.isRow(storedRow)) {
            return null;
        }
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        if (readsKey) {
            readKey(storageKey, values);
        }
        try {
            JsonObjectWalk.walkAgain(storedRow, StoredRowCodec.jsonAt(storedRow), (field, parser) -> {
                Integer index = fields.get(field);
                if (index == null) {
                    parser.skipChildren();
                } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    values[index] = columns.get(index).read(parser);
                }
            });
        } catch (Misfit e) {
            throw new IllegalStateException(
                    "Cannot read a row of " + table + ": " + e.why().detail(), e);
        }
        return values;
    }

    private void readKey(byte[] storageKey, @Nullable Object[] values) {
        StorageKeyReader in = new StorageKeyReader(storageKey);
        for (int i = 0; i < keyIndexes.length; i++) {
            if (keyIndexes[i] == NOT_READ) {
                key.get(i).skip(in);
            } else {
                values[keyIndexes[i]] = key.get(i).load(in);
            }
        }
    }

    /**
     * {@return whether both hold the same JSON, or neither holds a row, without decoding them}
     *
     * @param storedRow as {@link StoredRowCodec#encode} gives it; null for nothing
     * @param other as {@link StoredRowCodec#encode} gives it; null for nothing
     */
    public static boolean isSameRow(byte @Nullable [] storedRow, byte @Nullable [] other) {
        boolean isRow = storedRow != null && StoredRowCodec.isRow(storedRow);
        boolean isOther = other != null && StoredRowCodec.isRow(other);
        if (storedRow == null || other == null || !isRow || !isOther) {
            return isRow == isOther;
        }
        return Arrays.equals(
                storedRow,
                StoredRowCodec.jsonAt(storedRow),
                storedRow.length,
                other,
                StoredRowCodec.jsonAt(other),
                other.length);
    }
}
