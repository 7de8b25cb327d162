package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.config.JsonLimits;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.ValueFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table's values: checked against the contract as they come in, read into typed columns when asked. Thread-safe. */
public final class ValueCodec {

    private static final DecodedValue TOMBSTONE = new DecodedValue.Tombstone();

    private final TableContract contract;
    /** Of the fields that the value carries. */
    private final List<ColumnCodec> columns;

    private final List<String> names;
    private final Map<String, Integer> indexes;
    /** For each field the index of its key column, -1 if it is none. */
    private final int[] keyIndexes;

    private final JsonObjectWalk walk;
    private final PlainValues plain;
    private final QuickCheck quick;

    private ValueCodec(TableContract contract, JsonLimits limits) {
        this.walk = new JsonObjectWalk(limits);
        this.contract = contract;
        this.columns = contract.value().stream()
                .map(column -> ColumnCodec.of(column, ColumnReading.ofValue(contract)))
                .toList();
        this.names = contract.value().stream().map(Column::name).toList();
        this.indexes = FieldSet.indexes(names);
        this.keyIndexes =
                names.stream().mapToInt(contract.keyColumns()::indexOf).toArray();
        this.plain = new PlainValues(columns, keyIndexes, contract.keyColumns().size(), QuickCheck.most(limits));
        this.quick = new QuickCheck(columns, keyIndexes, walk);
    }

    /**
     * {@return the value codec of a table}
     *
     * @param contract what its topic holds
     */
    public static ValueCodec of(TableContract contract) {
        return of(contract, JsonLimits.DEFAULTS);
    }

    /**
     * {@return the value codec of a table}
     *
     * @param contract what its topic holds
     * @param limits what a record may cost to read
     */
    public static ValueCodec of(TableContract contract, JsonLimits limits) {
        return new ValueCodec(requireNonNull(contract, "contract"), requireNonNull(limits, "limits"));
    }

    /**
     * {@return a record's value: an upsert, a tombstone or bad; never throws}
     *
     * @param key the record's own key, with which the value's key columns must agree
     * @param bytes the record's value as it came, null for a tombstone
     */
    public DecodedValue decode(RowKey key, byte @Nullable [] bytes) {
        return bytes == null ? TOMBSTONE : decoded(bytes, check(key, bytes, 0, bytes.length));
    }

    /**
     * {@return a record's value: an upsert, a tombstone or bad; never throws}
     *
     * @param key the record's own key as it was decoded
     * @param bytes the record's value as it came, null for a tombstone
     */
    public DecodedValue decode(DecodedKey.Good key, byte @Nullable [] bytes) {
        return bytes == null ? TOMBSTONE : decoded(bytes, check(key, bytes, 0, bytes.length));
    }

    private static DecodedValue decoded(byte[] bytes, ValueCheck check) {
        return check instanceof ValueCheck.Good good
                ? new DecodedValue.Upsert(new RowJson(bytes), good.shape())
                : new DecodedValue.Bad(((ValueCheck.Bad) check).why());
    }

    /**
     * {@return whether an upsert's bytes are good, and how its fields differ from the contract's columns. Never throws}
     *
     * @param key the record's own key, with which the value's key columns must agree
     * @param array where they lie
     * @param from the index of the first
     * @param length how many they are
     */
    public ValueCheck check(RowKey key, byte[] array, int from, int length) {
        JsonBytes json = new JsonBytes(array, from, length);
        RowShape shape = plain.shape(key, json);
        return shape == null ? quickCheck(key, json) : good(shape);
    }

    /**
     * {@return whether an upsert's bytes are good, and how its fields differ from the contract's columns. Never throws}
     *
     * @param key the record's own key as it was decoded
     * @param array where they lie
     * @param from the index of the first
     * @param length how many they are
     */
    public ValueCheck check(DecodedKey.Good key, byte[] array, int from, int length) {
        JsonBytes json = new JsonBytes(array, from, length);
        RowShape shape = plain.shape(key, json);
        return shape == null ? quickCheck(key.key(), json) : good(shape);
    }

    private ValueCheck quickCheck(RowKey key, JsonBytes json) {
        RowShape shape = quick.shape(key, json);
        return shape == null ? thoroughCheck(key, json) : good(shape);
    }

    private static ValueCheck good(RowShape shape) {
        return shape.isWhole() ? ValueCheck.WHOLE : new ValueCheck.Good(shape);
    }

    /** As {@link #check}, and the judge of what that says of the good. */
    ValueCheck thoroughCheck(RowKey key, JsonBytes json) {
        FieldSet seen = new FieldSet(names, indexes);
        try {
            @Nullable Object[] values = walk(key, json, seen);
            return new ValueCheck.Good(seen.shape(values));
        } catch (Misfit e) {
            return new ValueCheck.Bad(e.why());
        } catch (RuntimeException e) {
            return new ValueCheck.Bad(BadRecord.unreadable(e));
        }
    }

    private @Nullable Object[] walk(RowKey key, JsonBytes json, FieldSet seen) throws Misfit {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        walk.walk(json, walk.limits().valueBytes(), visitor(values, seen));
        check(key, values, seen);
        return values;
    }

    private JsonObjectWalk.FieldVisitor visitor(@Nullable Object[] values, FieldSet seen) {
        return (field, parser) -> {
            int index = seen.add(field, parser);
            if (index < 0) {
                parser.skipChildren();
            } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
                values[index] = columns.get(index).read(parser);
            } else if (!columns.get(index).column().nullable()) {
                throw new Misfit(Reason.NULL_COLUMN, "column " + field + " is null");
            }
        };
    }

    private void check(RowKey key, @Nullable Object[] values, FieldSet seen) throws Misfit {
        Envelope.refuse(seen);
        for (int i = 0; i < values.length; i++) {
            if (!seen.has(i) && !columns.get(i).column().nullable()) {
                throw new Misfit(
                        Reason.MISSING_COLUMN, "column " + names.get(i) + " missing (has: " + seen.known() + ")");
            }
            int keyIndex = keyIndexes[i];
            if (keyIndex >= 0 && !key.values().get(keyIndex).equals(values[i])) {
                throw new Misfit(
                        Reason.KEY_DISAGREES, "column " + names.get(i) + " of the value is not that of the key");
            }
        }
    }

    /** Reads the columns that the value itself carries, in the contract's order; one that was once decoded as good is good. */
    @Nullable
    Object[] read(RowJson json) {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        try {
            JsonObjectWalk.walkAgain(json.bytes(), 0, visitor(values, new FieldSet(names, indexes)));
        } catch (Misfit e) {
            throw new IllegalStateException(
                    "Cannot read a row of " + contract.name() + ": " + e.why().detail(), e);
        }
        return values;
    }

    /** Reads the contract's columns, in its order; a value that was once decoded as good is good. */
    @Nullable
    Object[] read(RowKey key, RowJson json) {
        @Nullable Object[] values = read(json);
        if (contract.valueFields() == ValueFields.ALL) {
            return values;
        }
        List<Column> all = contract.columns();
        @Nullable Object[] whole = new @Nullable Object[all.size()];
        for (int i = 0; i < whole.length; i++) {
            Integer index = indexes.get(all.get(i).name());
            whole[i] = index != null
                    ? values[index]
                    : key.values().get(contract.keyColumns().indexOf(all.get(i).name()));
        }
        return whole;
    }

    /**
     * {@return the JSON bytes that Flink writes for a row}
     *
     * @param row the contract's columns by name; one that is missing or null is written as null
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public byte[] encode(Map<String, ? extends @Nullable Object> row) {
        for (String name : row.keySet()) {
            contract.column(name);
        }
        List<@Nullable Object> values = new ArrayList<>(columns.size());
        for (ColumnCodec codec : columns) {
            Object value = row.get(codec.column().name());
            if (value == null && !codec.column().nullable()) {
                throw new IllegalArgumentException(
                        "column " + codec.column().name() + ": null (expected: a value, it is NOT NULL)");
            }
            values.add(value == null ? null : codec.check(value));
        }
        return FlinkJson.object(names, columns, values);
    }
}
