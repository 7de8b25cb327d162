package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.io.IOException;
import java.math.BigInteger;

/** TINYINT, SMALLINT, INT and BIGINT, exact beyond 2^53; as Byte, Short, Integer and Long. */
final class IntegerColumn extends ColumnCodec {

    /** Digits of the longest long with its sign. */
    private static final int MAX_LENGTH = 20;

    private final boolean fromText;
    private final int width;

    IntegerColumn(Column column, ColumnReading reading) {
        super(column, javaType(column.type().name()));
        this.fromText = reading.lenient().numbersAsText();
        this.width = width(column.type().name());
    }

    private static Class<?> javaType(SqlType.Name name) {
        return switch (name) {
            case TINYINT -> Byte.class;
            case SMALLINT -> Short.class;
            case INT -> Integer.class;
            default -> Long.class;
        };
    }

    private static int width(SqlType.Name name) {
        return switch (name) {
            case TINYINT -> Byte.BYTES;
            case SMALLINT -> Short.BYTES;
            case INT -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return ofText(parser.getText());
        }
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw misfit(parser.currentToken());
        }
        if (parser.getTextLength() > MAX_LENGTH) {
            throw misfit("a number out of range");
        }
        return switch (parser.getNumberType()) {
            case INT, LONG -> narrow(parser.getLongValue());
            default -> throw misfit("a number out of range");
        };
    }

    private Object ofText(String text) throws Misfit {
        if (!fromText || !NumberText.isNumber(text)) {
            throw misfitText(text);
        }
        if (!NumberText.isInteger(text)) {
            throw misfit(JsonToken.VALUE_NUMBER_FLOAT);
        }
        if (text.length() > MAX_LENGTH) {
            throw misfit("a number out of range");
        }
        return parse(text);
    }

    @Override
    boolean storePlain(PlainJson in, StorageKeyWriter out) {
        boolean passed = passPlain(in);
        if (passed) {
            out.integer(in.number(), width);
        }
        return passed;
    }

    @Override
    boolean passPlain(PlainJson in) {
        return in.passInteger() && fits(in.number());
    }

    @Override
    boolean passPlain(PlainJson in, Object expected) {
        return in.passInteger() && in.number() == ((Number) expected).longValue();
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        generator.writeNumber(((Number) value).longValue());
    }

    @Override
    Object parse(String text) throws Misfit {
        if (!text.matches("-?\\d{1,20}")) {
            throw misfit("a text that is no integer");
        }
        BigInteger value = new BigInteger(text);
        if (value.bitLength() >= Long.SIZE) {
            throw misfit("a number out of range");
        }
        return narrow(value.longValue());
    }

    @Override
    Object canonical(Object value) {
        return value;
    }

    private Object narrow(long value) throws Misfit {
        if (!fits(value)) {
            throw misfit("a number out of range");
        }
        return box(value);
    }

    private boolean fits(long value) {
        int unused = Long.SIZE - width * Byte.SIZE;
        return (value << unused) >> unused == value;
    }

    private Object box(long value) {
        return switch (width) {
            case Byte.BYTES -> (byte) value;
            case Short.BYTES -> (short) value;
            case Integer.BYTES -> (int) value;
            default -> value;
        };
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        out.integer(((Number) value).longValue(), width);
    }

    @Override
    Object load(StorageKeyReader in) {
        return box(in.integer(width));
    }
}
