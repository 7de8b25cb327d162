package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** DECIMAL(p, s): exact, always with the scale s, so that 1E+2 and 100.00 are one value. Never through a double. */
final class DecimalColumn extends ColumnCodec {

    /** Up to 18 digits fit a long, up to 38 fit 16 bytes. */
    private static final int LONG_DIGITS = 18;

    private static final int WIDE_BYTES = 16;

    /** The base64 of twice as many bytes: some are written with more than need be. */
    private static final int MAX_BASE64 = 44;

    private final boolean plain;
    private final boolean fromText;
    private final boolean fromBase64;
    private final int width;

    DecimalColumn(Column column, ColumnReading reading) {
        super(column, BigDecimal.class);
        this.plain = reading.json().decimalAsPlainNumber();
        this.fromText = reading.lenient().numbersAsText();
        this.fromBase64 = reading.lenient().base64Decimals().contains(column.name());
        this.width = column.type().precision() <= LONG_DIGITS ? Long.BYTES : WIDE_BYTES;
    }

    @Override
    Object read(JsonParser parser) throws IOException, Misfit {
        return switch (parser.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> fit(parser.getText());
            case VALUE_STRING -> ofText(parser.getText());
            default -> throw misfit(parser.currentToken());
        };
    }

    private Object ofText(String text) throws Misfit {
        if (fromBase64) {
            return unscaled(text);
        }
        if (fromText && NumberText.isNumber(text)) {
            return fit(text);
        }
        if (!NumberText.isNumber(text) && unscaledBytes(text) != null) {
            throw misfit(
                    "text is not a number; looks like base64 unscaled decimal, check the upstream decimal setting");
        }
        throw misfitText(text);
    }

    /** The value whose unscaled two's complement a text is the base64 of. */
    private Object unscaled(String text) throws Misfit {
        byte[] bytes = unscaledBytes(text);
        if (bytes == null) {
            throw misfit("a text that is no base64 of an unscaled decimal");
        }
        return canonical(new BigDecimal(new BigInteger(bytes), column().type().scale()));
    }

    private static byte @Nullable [] unscaledBytes(String text) {
        return text.isEmpty() || text.length() > MAX_BASE64 ? null : Base64Text.decode(text);
    }

    /** Digits without an exponent need only be counted. */
    @Override
    boolean surelyFits(JsonParser parser, JsonBytes json) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            return false;
        }
        char[] text = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int end = from + parser.getTextLength();
        int digits = from < end && text[from] == '-' ? from + 1 : from;
        int point = digits;
        while (point < end && text[point] != '.') {
            point++;
        }
        int fraction = point == end ? 0 : end - point - 1;
        SqlType type = column().type();
        return point - digits <= type.precision() - type.scale()
                && fraction <= type.scale()
                && areDigits(text, digits, point)
                && areDigits(text, end - fraction, end);
    }

    @Override
    boolean passPlain(PlainJson in) {
        SqlType type = column().type();
        return in.passDecimal(type.precision() - type.scale(), type.scale());
    }

    private static boolean areDigits(char[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return false;
            }
        }
        return true;
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
