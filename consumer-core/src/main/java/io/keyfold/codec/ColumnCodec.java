package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import java.io.IOException;

/**
 * One column's values: from JSON and to the JSON that Flink writes, to and from storage keys, from text.
 *
 * <p>A value has the column's canonical form: a decimal its scale, a CHAR its blanks. Equal values are then equal
 * objects.
 */
abstract class ColumnCodec {

    private final Column column;
    private final Class<?> javaType;

    ColumnCodec(Column column, Class<?> javaType) {
        this.column = column;
        this.javaType = javaType;
    }

    static ColumnCodec of(Column column, ColumnReading reading) {
        return switch (column.type().name()) {
            case STRING, CHAR, VARCHAR -> new TextColumn(column);
            case BOOLEAN -> new BooleanColumn(column);
            case TINYINT, SMALLINT, INT, BIGINT -> new IntegerColumn(column, reading);
            case FLOAT, DOUBLE -> new FloatingColumn(column, reading);
            case DECIMAL -> new DecimalColumn(column, reading);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ -> TemporalColumn.of(column, reading);
            case BYTES, BINARY, VARBINARY -> new BinaryColumn(column);
            case ARRAY -> new ArrayColumn(column, reading);
            case MAP -> new MapColumn(column, reading);
            case ROW -> new RowColumn(column, reading);
        };
    }

    final Column column() {
        return column;
    }

    final Class<?> javaType() {
        return javaType;
    }

    /** Reads the parser's current token, which is not null. */
    abstract Object read(JsonParser parser) throws IOException, Misfit;

    /**
     * Whether the parser's current token, which is not null, surely is one of this column's, told without making an object
     * of it. Where it says no, only {@link #read} can tell.
     */
    boolean surelyFits(JsonParser parser, JsonBytes json) throws IOException {
        return false;
    }

    /**
     * Goes over a value that stands there exactly as Flink writes it, and appends what {@link #store} does; where it says no,
     * only {@link #read} can tell.
     */
    boolean storePlain(PlainJson in, StorageKeyWriter out) {
        return false;
    }

    /** Goes over a value that surely is one of this column's; where it says no, only {@link #read} can tell. */
    boolean passPlain(PlainJson in) {
        return false;
    }

    /** Goes over a value that surely is this one; where it says no, only {@link #read} can tell. */
    boolean passPlain(PlainJson in, Object expected) {
        return false;
    }

    /** Writes what Flink writes. */
    abstract void write(JsonGenerator generator, Object value) throws IOException;

    /** Reads a person's spelling of a value, as in a URL. */
    abstract Object parse(String text) throws Misfit;

    /** Gives a value of this column's Java type its canonical form. */
    abstract Object canonical(Object value) throws Misfit;

    /** Appends a form whose unsigned byte order is the order of the values, and which ends by itself. */
    abstract void store(Object value, StorageKeyWriter out);

    /** Reads what {@link #store} wrote. */
    abstract Object load(StorageKeyReader in);

    /** Moves behind what {@link #store} wrote. */
    void skip(StorageKeyReader in) {
        load(in);
    }

    /** Checks a value that a caller gave. */
    final Object check(Object value) {
        if (!javaType.isInstance(value)) {
            throw new IllegalArgumentException("column " + column.name() + ": a "
                    + value.getClass().getSimpleName() + " (expected: a " + javaType.getSimpleName() + " for "
                    + column.type() + ")");
        }
        try {
            return canonical(value);
        } catch (Misfit e) {
            throw new IllegalArgumentException(e.why().detail(), e);
        }
    }

    /** Reads text that a caller gave. */
    final Object checkText(String text) {
        try {
            return parse(text);
        } catch (Misfit e) {
            throw new IllegalArgumentException(e.why().detail(), e);
        }
    }

    /** The fault that a value is not one of this column's. */
    final Misfit misfit(String what) {
        return new Misfit(
                BadRecord.Reason.TYPE_MISMATCH,
                "column " + column.name() + " not representable as " + column.type() + ": " + what);
    }

    final Misfit misfit(JsonToken token) {
        return misfit(
                switch (token) {
                    case VALUE_STRING -> "a text";
                    case VALUE_NUMBER_INT -> "an integer";
                    case VALUE_NUMBER_FLOAT -> "a number with a fraction or an exponent";
                    case VALUE_TRUE, VALUE_FALSE -> "a boolean";
                    case START_OBJECT -> "an object";
                    case START_ARRAY -> "an array";
                    default -> "no scalar";
                });
    }

    /** The fault of a text in a column of numbers. */
    final Misfit misfitText(String text) {
        return misfit(NumberText.isNumber(text) ? "a text; numbers as text are off" : "a text");
    }
}
