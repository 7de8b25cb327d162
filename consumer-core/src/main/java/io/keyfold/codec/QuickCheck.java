package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.keyfold.codec.RowShape.Difference;
import io.keyfold.config.JsonLimits;
import io.keyfold.row.RowKey;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a value is good, without making objects of what is in it. It says yes, or that it cannot tell: what is wrong
 * with a value, and where, is for {@link JsonObjectWalk} to say. Fields are expected in the contract's order, as they are
 * written; any other order is as good. Safe for many threads.
 */
final class QuickCheck {

    private static final byte NOT_SEEN = 0;
    private static final byte SEEN = 1;
    private static final byte SEEN_NULL = 2;

    private final ColumnCodec[] columns;
    /** For each column the index of its key column, -1 if it is none. */
    private final int[] keyIndexes;

    private final JsonObjectWalk walk;
    private final int most;
    private final List<String> columnNames;
    private final SerializableString[] names;
    private final Map<String, Integer> indexes;

    QuickCheck(List<ColumnCodec> columns, int[] keyIndexes, JsonObjectWalk walk) {
        this.walk = walk;
        this.most = most(walk.limits());
        List<String> all = columns.stream().map(codec -> codec.column().name()).toList();
        this.columns = columns.toArray(new ColumnCodec[0]);
        this.keyIndexes = keyIndexes;
        this.columnNames = all;
        this.names = all.stream().map(SerializedString::new).toArray(SerializableString[]::new);
        this.indexes = FieldSet.indexes(all);
    }

    /** Texts may be passed over without being counted in so many bytes: none is too long there. */
    static int most(JsonLimits limits) {
        return Math.min(limits.textLength(), limits.valueBytes());
    }

    /** How its fields differ from the columns if it surely is good; null if that cannot be told. */
    @Nullable
    RowShape shape(RowKey key, JsonBytes json) {
        if (json.length() > most || json.firstInvalid() >= 0) {
            return null;
        }
        try (JsonParser parser = walk.parser(json)) {
            RowShape shape = parser.nextToken() == JsonToken.START_OBJECT ? fields(key, json, parser) : null;
            return parser.nextToken() == null ? shape : null;
        } catch (IOException | Misfit | RuntimeException e) {
            return null;
        }
    }

    private @Nullable RowShape fields(RowKey key, JsonBytes json, JsonParser parser) throws IOException, Misfit {
        byte[] seen = new byte[columns.length];
        Set<String> undeclared = null;
        int next = 0;
        while (true) {
            int index = next < names.length ? nextField(parser, next) : nextField(parser);
            if (parser.currentToken() == JsonToken.END_OBJECT) {
                return shape(seen, undeclared);
            }
            if (index < 0) {
                undeclared = undeclared == null ? new HashSet<>() : undeclared;
                if (!undeclared.add(parser.currentName())) {
                    return null;
                }
                parser.nextToken();
                parser.skipChildren();
                continue;
            }
            if (seen[index] != NOT_SEEN) {
                return null;
            }
            next = index + 1;
            boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
            seen[index] = isNull ? SEEN_NULL : SEEN;
            if (!(isNull ? mayBeNull(index) : isFieldGood(index, key, json, parser))) {
                return null;
            }
        }
    }

    /** Goes to the next field's name, which probably is that of the column expected. */
    private int nextField(JsonParser parser, int expected) throws IOException {
        return parser.nextFieldName(names[expected]) ? expected : indexOf(parser);
    }

    private int nextField(JsonParser parser) throws IOException {
        parser.nextToken();
        return indexOf(parser);
    }

    /** The index of a declared field, -1 of another. */
    private int indexOf(JsonParser parser) throws IOException {
        @Nullable Integer index = indexes.get(parser.currentName());
        return index == null ? -1 : index;
    }

    private boolean mayBeNull(int index) {
        return columns[index].column().nullable() && keyIndexes[index] < 0;
    }

    private boolean isFieldGood(int index, RowKey key, JsonBytes json, JsonParser parser) throws IOException, Misfit {
        ColumnCodec column = columns[index];
        int keyIndex = keyIndexes[index];
        if (keyIndex >= 0) {
            return key.values().get(keyIndex).equals(column.read(parser));
        }
        if (!column.surelyFits(parser, json)) {
            column.read(parser);
        }
        return true;
    }

    /** One without any column of the table may be a change envelope: null. */
    private @Nullable RowShape shape(byte[] seen, @Nullable Set<String> undeclared) {
        int whole = 0;
        boolean any = false;
        for (int i = 0; i < seen.length; i++) {
            if (seen[i] == NOT_SEEN && !mayBeNull(i)) {
                return null;
            }
            whole += seen[i] == SEEN ? 1 : 0;
            any |= seen[i] != NOT_SEEN;
        }
        if (!any || (undeclared != null && Envelope.isConceivable(undeclared))) {
            return null;
        }
        if (whole == seen.length && undeclared == null) {
            return RowShape.WHOLE;
        }
        @Nullable Difference[] differences = new @Nullable Difference[seen.length];
        for (int i = 0; i < seen.length; i++) {
            differences[i] = seen[i] == SEEN ? null : seen[i] == SEEN_NULL ? Difference.NULL : Difference.ABSENT;
        }
        return RowShape.of(columnNames, differences, undeclared);
    }
}
