package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.keyfold.schemas.Column;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** DECIMAL(p, s): exact, always with the scale s, so that 1E+2 and 100.00 are one value. Never through a double. */
final class DecimalColumn extends ColumnCodec {

    /** Up to 18 digits fit a long, up to 38 fit 16 bytes. */
    private static final int LONG_DIGITS = 18;

    private static final int WIDE_BYTES = 16;

    private final boolean plain;
    private final int width;

    DecimalColumn(Column column, boolean plain) {
        super(column, BigDecimal.class);
        this.plain = plain;
        this.width = column.type().precision() <= LONG_DIGITS ? Long.BYTES : WIDE_BYTES;
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> fit(parser.getText());
            case VALUE_STRING ->
                throw misfit("a text is not a number; if it looks like base64, check the upstream decimal setting");
            default -> throw misfit(parser.currentToken());
        };
    }

    private Object fit(String number) throws Misfit {
        BigDecimal value;
        try {
            value = new BigDecimal(number);
        } catch (NumberFormatException | ArithmeticException e) {
            throw misfit("a number whose exponent is out of range");
        }
        return canonical(value);
    }

    /** Digits are counted before anything is done with them: 1E1000000000 must cost nothing, and overflows strip. */
    @Override
    Object canonical(Object given) throws Misfit {
        BigDecimal value = (BigDecimal) given;
        int precision = column().type().precision();
        int scale = column().type().scale();
        if (value.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        if ((long) value.precision() - value.scale() > precision - scale) {
            throw misfit("more digits before the point than declared");
        }
        BigDecimal stripped = value.stripTrailingZeros();
        if (stripped.scale() > scale) {
            throw misfit("more digits after the point than declared");
        }
        return stripped.setScale(scale);
    }

    @Override
    void write(JsonGenerator generator, Object value) throws IOException {
        BigDecimal decimal = (BigDecimal) value;
        generator.writeNumber(
                plain ? decimal.toPlainString() : decimal.stripTrailingZeros().toString());
    }

    @Override
    Object parse(String text) throws Misfit {
        if (!text.matches("[+-]?\\d{1,100}(\\.\\d{0,100})?([eE][+-]?\\d{1,9})?")) {
            throw misfit("a text that is no number");
        }
        return fit(text);
    }

    @Override
    void store(Object value, StorageKeyWriter out) {
        out.integer(((BigDecimal) value).unscaledValue().toByteArray(), width);
    }

    @Override
    Object load(StorageKeyReader in) {
        return new BigDecimal(
                new BigInteger(in.twosComplement(width)), column().type().scale());
    }
}
