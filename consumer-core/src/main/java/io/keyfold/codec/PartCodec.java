package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.schemas.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a nested type, perhaps null: an ARRAY's element, a MAP's key or value, a ROW's field. Named in faults by its path,
 * such as {@code lines.element.price}. Its stored form:
 *
 * <pre>
 * null      01
 * a value   02, then the order-preserving form of its type
 * </pre>
 *
 * <p>00 is left for the end of a list: a list sorts behind its beginnings, and null before all values.
 */
final class PartCodec {

    static final byte END = 0;
    private static final byte NULL = 1;
    private static final byte VALUE = 2;

    private final String name;
    private final ColumnCodec codec;

    private PartCodec(String name, ColumnCodec codec) {
        this.name = name;
        this.codec = codec;
    }

    /** The parts of a column's type, in order. */
    static List<PartCodec> of(Column column, ColumnReading reading) {
        ColumnReading ofParts = reading.ofParts();
        List<PartCodec> parts = new ArrayList<>();
        List<Column> columns = columns(column);
        for (int i = 0; i < columns.size(); i++) {
            String name = column.type().parts().get(i).name();
            parts.add(new PartCodec(name, ColumnCodec.of(columns.get(i), ofParts)));
        }
        return List.copyOf(parts);
    }

    /** The parts as columns, named by their paths. */
    static List<Column> columns(Column column) {
        return column.type().parts().stream()
                .map(part ->
                        new Column(column.name() + "." + part.name(), part.type(), part.nullable(), column.personal()))
                .toList();
    }

    /** As it stands in the JSON, without its path. */
    String name() {
        return name;
    }

    String path() {
        return codec.column().name();
    }

    boolean isNullable() {
        return codec.column().nullable();
    }

    ColumnCodec codec() {
        return codec;
    }

    /** Reads the parser's current token. */
    @Nullable
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            checkNullable();
            return null;
        }
        return codec.read(parser);
    }

    /** Checks a value that a caller gave. */
    @Nullable
    Object check(@Nullable Object value) throws Misfit {
        if (value == null) {
            checkNullable();
            return null;
        }
        return codec.check(value);
    }

    private void checkNullable() throws Misfit {
        if (!isNullable()) {
            throw new Misfit(Reason.NULL_COLUMN, "column " + path() + " is null");
        }
    }

    void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else {
            codec.write(generator, value);
        }
    }

    void store(@Nullable Object value, StorageKeyWriter out) {
        if (value == null) {
            out.tag(NULL);
        } else {
            out.tag(VALUE);
            codec.store(value, out);
        }
    }

    @Nullable
    Object load(StorageKeyReader in) {
        return load(in.tag(), in);
    }

    /** Reads what follows a tag. */
    @Nullable
    Object load(byte tag, StorageKeyReader in) {
        return tag == NULL ? null : codec.load(in);
    }

    void skip(StorageKeyReader in) {
        skip(in.tag(), in);
    }

    /** Moves behind what follows a tag. */
    void skip(byte tag, StorageKeyReader in) {
        if (tag != NULL) {
            codec.skip(in);
        }
    }
}
