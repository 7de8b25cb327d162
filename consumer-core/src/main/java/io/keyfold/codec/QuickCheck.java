package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
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

    private final ColumnCodec[] columns;
    /** For each column the index of its key column, -1 if it is none. */
    private final int[] keyIndexes;

    private final SerializableString[] names;
    private final Map<String, Integer> indexes;

    QuickCheck(List<ColumnCodec> columns, int[] keyIndexes) {
        List<String> all = columns.stream().map(codec -> codec.column().name()).toList();
        this.columns = columns.toArray(new ColumnCodec[0]);
        this.keyIndexes = keyIndexes;
        this.names = all.stream().map(SerializedString::new).toArray(SerializableString[]::new);
        this.indexes = FieldSet.indexes(all);
    }

    /** Whether it surely is good. */
    boolean isGood(RowKey key, JsonBytes json) {
        if (json.firstInvalid() >= 0) {
            return false;
        }
        try (JsonParser parser = JsonObjectWalk.parser(json)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && areFieldsGood(key, json, parser)
                    && parser.nextToken() == null;
        } catch (IOException | Misfit | RuntimeException e) {
            return false;
        }
    }

    private boolean areFieldsGood(RowKey key, JsonBytes json, JsonParser parser) throws IOException, Misfit {
        boolean[] seen = new boolean[columns.length];
        Set<String> undeclared = null;
        int next = 0;
        while (true) {
            int index = next < names.length ? nextField(parser, next) : nextField(parser);
            if (parser.currentToken() == JsonToken.END_OBJECT) {
                return isComplete(seen);
            }
            if (index < 0) {
                undeclared = undeclared == null ? new HashSet<>() : undeclared;
                if (!undeclared.add(parser.currentName())) {
                    return false;
                }
                parser.nextToken();
                parser.skipChildren();
                continue;
            }
            if (seen[index]) {
                return false;
            }
            seen[index] = true;
            next = index + 1;
            if (!isFieldGood(index, key, json, parser)) {
                return false;
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

    private boolean isFieldGood(int index, RowKey key, JsonBytes json, JsonParser parser) throws IOException, Misfit {
        ColumnCodec column = columns[index];
        int keyIndex = keyIndexes[index];
        if (parser.nextToken() == JsonToken.VALUE_NULL) {
            return column.column().nullable() && keyIndex < 0;
        }
        if (keyIndex >= 0) {
            return key.values().get(keyIndex).equals(column.read(parser));
        }
        if (!column.surelyFits(parser, json)) {
            column.read(parser);
        }
        return true;
    }

    /** One without any column of the table may be a change envelope. */
    private boolean isComplete(boolean[] seen) {
        boolean any = false;
        for (int i = 0; i < seen.length; i++) {
            boolean isRequired = keyIndexes[i] >= 0 || !columns[i].column().nullable();
            if (isRequired && !seen[i]) {
                return false;
            }
            any |= seen[i];
        }
        return any;
    }
}
