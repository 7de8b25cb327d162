package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.io.IOException;

/** FLOAT and DOUBLE. NaN and the infinities are texts in JSON, as Flink writes them. Sorted as Double.compare does. */
final class FloatingColumn extends ColumnCodec {

    private final boolean single;
    private final boolean fromText;

    FloatingColumn(Column column, ColumnReading reading) {
        super(column, column.type().name() == SqlType.Name.FLOAT ? Float.class : Double.class);
        this.single = javaType() == Float.class;
        this.fromText = reading.lenient().numbersAsText();
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> finite(parser.getText());
            case VALUE_STRING -> ofText(parser.getText());
            default -> throw misfit(parser.currentToken());
        };
    }

    private Object ofText(String text) throws Misfit {
        return fromText && NumberText.isNumber(text) ? finite(text) : notFinite(text);
    }

    private Object notFinite(String text) throws Misfit {
        return switch (text) {
            case "NaN" -> box(Double.NaN);
            case "Infinity" -> box(Double.POSITIVE_INFINITY);
            case "-Infinity" -> box(Double.NEGATIVE_INFINITY);
            default -> throw misfitText(text);
        };
    }

    private Object finite(String text) throws Misfit {
        Object value = single ? (Object) Float.valueOf(text) : Double.valueOf(text);
        if (Double.isInfinite(((Number) value).doubleValue())) {
            throw misfit("a number out of range");
        }
        return value;
    }

    private Object box(double value) {
        return single ? (Object) (float) value : (Object) value;
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        if (single) {
            generator.writeNumber((Float) value);
        } else {
            generator.writeNumber((Double) value);
        }
    }

    @Override
    Object parse(String text) throws Misfit {
        if (text.matches("-?\\d{1,400}(\\.\\d{1,400})?([eE][+-]?\\d{1,4})?")) {
            return finite(text);
        }
        return notFinite(text);
    }

    @Override
    Object canonical(Object value) {
        return value;
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        if (single) {
            int bits = Float.floatToIntBits((Float) value);
            out.integer(bits ^ ((bits >> 31) & Integer.MAX_VALUE), Integer.BYTES);
        } else {
            long bits = Double.doubleToLongBits((Double) value);
            out.integer(bits ^ ((bits >> 63) & Long.MAX_VALUE), Long.BYTES);
        }
    }

    @Override
    Object load(StorageKeyReader in) {
        if (single) {
            int bits = (int) in.integer(Integer.BYTES);
            return Float.intBitsToFloat(bits ^ ((bits >> 31) & Integer.MAX_VALUE));
        }
        long bits = in.integer(Long.BYTES);
        return Double.longBitsToDouble(bits ^ ((bits >> 63) & Long.MAX_VALUE));
    }
}
