package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.config.JsonLimits;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table's keys in their encodings.
 *
 * <ul>
 *   <li><b>storage key</b>: order-preserving bytes of the typed columns in contract order; equal keys give equal bytes,
 *       whatever JSON they came from; leading columns give a prefix of it;
 *   <li><b>routing key</b>: the exact JSON bytes that Flink writes, whose hash is the partition.
 * </ul>
 *
 * <p>A key prefix of the contract stands in no bytes: a column is named with it here, in JSON without it. Of a MAP in a key the
 * entries are taken in the order of their keys, in both encodings: see {@link RowKey}.
 *
 * <p>Safe for many threads.
 */
public final class KeyCodec {

    private final List<ColumnCodec> columns;
    private final List<String> names;
    /** As the columns are named in the key's bytes: without the key prefix. */
    private final List<String> fields;

    private final Map<String, Integer> indexes;
    private final JsonObjectWalk walk;
    private final PlainKeys plain;
    private final boolean hasMap;

    private KeyCodec(List<ColumnCodec> columns, List<String> fields, JsonLimits limits) {
        this.walk = new JsonObjectWalk(limits);
        this.columns = columns;
        this.names = columns.stream().map(codec -> codec.column().name()).toList();
        this.fields = fields;
        this.indexes = FieldSet.indexes(fields);
        this.plain = new PlainKeys(fields, columns, Math.min(limits.keyBytes(), limits.textLength()), this::key);
        this.hasMap = columns.stream().anyMatch(codec -> hasMap(codec.column().type()));
    }

    private static boolean hasMap(SqlType type) {
        return type.name() == SqlType.Name.MAP || type.parts().stream().anyMatch(part -> hasMap(part.type()));
    }

    /**
     * {@return the key codec of a table}
     *
     * @param contract what its topic holds
     */
    public static KeyCodec of(TableContract contract) {
        return of(contract, JsonLimits.DEFAULTS);
    }

    /**
     * {@return the key codec of a table}
     *
     * @param contract what its topic holds
     * @param limits what a record may cost to read
     */
    public static KeyCodec of(TableContract contract, JsonLimits limits) {
        return new KeyCodec(
                columns(contract, ColumnReading.ofKey(contract)),
                contract.keyColumns().stream().map(contract::keyField).toList(),
                limits);
    }

    /** Whose routing keys are for people: columns by their names, decimals with all their digits. */
    static KeyCodec canonical(TableContract contract) {
        return new KeyCodec(
                columns(contract, ColumnReading.ofKey(contract).withPlainDecimals()),
                contract.keyColumns(),
                JsonLimits.DEFAULTS);
    }

    private static List<ColumnCodec> columns(TableContract contract, ColumnReading reading) {
        return contract.key().stream()
                .map(column -> ColumnCodec.of(column, reading))
                .toList();
    }

    /**
     * {@return a record's key, good or bad; never throws}
     *
     * @param bytes the record's key as it came, null where the record has none
     */
    public DecodedKey decode(byte @Nullable [] bytes) {
        if (bytes == null) {
            return new DecodedKey.Bad(BadRecord.of(Reason.NULL_KEY, "the record has no key"));
        }
        try {
            DecodedKey.Good canonical = plain.read(bytes);
            if (canonical != null) {
                return canonical;
            }
            RowKey key = read(bytes);
            byte[] storageKey = encode(key.values());
            List<Object> values = hasMap ? key(storageKey).values() : key.values();
            return new DecodedKey.Good(storageKey, FlinkJson.object(fields, columns, values), this::key);
        } catch (Misfit e) {
            return new DecodedKey.Bad(e.why());
        } catch (RuntimeException e) {
            return new DecodedKey.Bad(BadRecord.unreadable(e));
        }
    }

    private RowKey read(byte[] bytes) throws Misfit {
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        FieldSet seen = new FieldSet(fields, indexes);
        walk.walk(new JsonBytes(bytes), walk.limits().keyBytes(), (field, parser) -> {
            int index = seen.add(field, parser);
            if (index < 0) {
                parser.skipChildren();
            } else if (parser.currentToken() == JsonToken.VALUE_NULL) {
                throw new Misfit(Reason.NULL_COLUMN, "key column " + names.get(index) + " is null");
            } else {
                values[index] = read(columns.get(index), parser);
            }
        });
        List<Object> key = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null) {
                throw new Misfit(
                        Reason.MISSING_COLUMN, "key column " + names.get(i) + " missing (has: " + seen.known() + ")");
            }
            key.add(value);
        }
        return new RowKey(key);
    }

    private static Object read(ColumnCodec column, JsonParser parser) throws IOException, Misfit {
        try {
            return column.read(parser);
        } catch (Misfit e) {
            String detail = e.why().detail();
            throw new Misfit(
                    e.why().reason(),
                    detail.startsWith("column ") ? "key " + detail : detail,
                    e.why().atByte());
        }
    }

    /**
     * {@return the storage key}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public byte[] storageKey(RowKey key) {
        requireAll(key.values().size());
        return encode(checked(key.values()));
    }

    /**
     * {@return what the storage keys of all rows with these leading values begin with}
     *
     * @param leading values of the leading key columns, perhaps none
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public byte[] storagePrefix(List<Object> leading) {
        if (leading.size() > columns.size()) {
            requireAll(leading.size());
        }
        return encode(checked(leading));
    }

    /**
     * {@return the key that a storage key stands for}
     *
     * @param storageKey what {@link #storageKey} gave
     */
    public RowKey key(byte[] storageKey) {
        StorageKeyReader in = new StorageKeyReader(requireNonNull(storageKey, "storageKey"));
        return new RowKey(columns.stream().map(column -> column.load(in)).toList());
    }

    /**
     * {@return the JSON bytes that Flink writes for this key; of a MAP in it the entries stand in the order of their keys}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public byte[] routingKey(RowKey key) {
        requireAll(key.values().size());
        List<Object> values = checked(key.values());
        return FlinkJson.object(fields, columns, hasMap ? key(encode(values)).values() : values);
    }

    /**
     * {@return the values of leading key columns, read from text as their columns' types}
     *
     * @param texts one text a leading key column; at least one
     * @throws IllegalArgumentException if a text does not fit its column, naming the column
     */
    public List<Object> parse(List<String> texts) {
        if (texts.isEmpty() || texts.size() > columns.size()) {
            requireAll(texts.size());
        }
        List<Object> values = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            values.add(columns.get(i).checkText(texts.get(i)));
        }
        return values;
    }

    private List<Object> checked(List<Object> values) {
        List<Object> checked = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            checked.add(columns.get(i).check(values.get(i)));
        }
        return checked;
    }

    private byte[] encode(List<Object> values) {
        StorageKeyWriter out = new StorageKeyWriter();
        for (int i = 0; i < values.size(); i++) {
            columns.get(i).store(values.get(i), out);
        }
        return out.toBytes();
    }

    private void requireAll(int given) {
        if (given != columns.size()) {
            throw new IllegalArgumentException(
                    "key: " + given + " values (expected: " + names.stream().collect(Collectors.joining(", ")) + ")");
        }
    }
}
