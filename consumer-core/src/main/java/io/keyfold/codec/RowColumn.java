package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.ColumnValues;
import io.keyfold.schemas.Column;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ROW, as {@link ColumnValues}: all declared fields in their order. In JSON an absent field is null, an undeclared one is
 * passed over. Its stored form compares field by field:
 *
 * <pre>
 * +----------+-------------+----------+-------------+--- ---+
 * | 01 or 02 | form, if 02 | 01 or 02 | form, if 02 |  ...  |
 * +----------+-------------+----------+-------------+--- ---+
 *  first field              second field
 * 01   null; 02: a value
 * </pre>
 */
final class RowColumn extends NestedColumn {

    private final List<PartCodec> fields;
    private final List<String> names;
    private final Map<String, Integer> indexes;

    RowColumn(Column column, ColumnReading reading) {
        super(column, ColumnValues.class);
        this.fields = PartCodec.of(column, reading);
        this.names = fields.stream().map(PartCodec::name).toList();
        this.indexes = FieldSet.indexes(names);
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw misfit(parser.currentToken());
        }
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        FieldSet seen = new FieldSet(names, indexes, column().name());
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            parser.nextToken();
            int index = seen.add(field, parser);
            if (index < 0) {
                parser.skipChildren();
            } else {
                values[index] = fields.get(index).read(parser);
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (!seen.has(i) && !fields.get(i).isNullable()) {
                throw new Misfit(
                        Reason.MISSING_COLUMN,
                        "column " + fields.get(i).path() + " missing (has: " + seen.known() + ")");
            }
        }
        return row(values);
    }

    private ColumnValues row(@Nullable Object[] values) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            row.put(names.get(i), values[i]);
        }
        return ColumnValues.of(row);
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        Map<String, @Nullable Object> row = ((ColumnValues) value).asMap();
        generator.writeStartObject();
        for (PartCodec field : fields) {
            generator.writeFieldName(field.name());
            field.write(generator, row.get(field.name()));
        }
        generator.writeEndObject();
    }

    @Override
    Object canonical(Object value) throws Misfit {
        Map<String, @Nullable Object> row = ((ColumnValues) value).asMap();
        for (String name : row.keySet()) {
            if (!indexes.containsKey(name)) {
                throw new IllegalArgumentException(
                        "column " + column().name() + ": a field " + name + " (expected: one of " + names + ")");
            }
        }
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i).check(row.get(names.get(i)));
        }
        return row(values);
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        Map<String, @Nullable Object> row = ((ColumnValues) value).asMap();
        for (PartCodec field : fields) {
            field.store(row.get(field.name()), out);
        }
    }

    @Override
    Object load(StorageKeyReader in) {
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = fields.get(i).load(in);
        }
        return row(values);
    }

    @Override
    void skip(StorageKeyReader in) {
        fields.forEach(field -> field.skip(in));
    }
}
