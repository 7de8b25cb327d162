package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scalar Flink SQL type, such as {@code DECIMAL(18, 2)}, without its nullability.
 *
 * @param name the type's name
 * @param precision digits of a DECIMAL, fraction digits of a TIME or TIMESTAMP, length of a CHAR or VARCHAR; else 0
 * @param scale fraction digits of a DECIMAL; else 0
 */
public record SqlType(Name name, int precision, int scale) {

    private static final Pattern TEXT =
            Pattern.compile("([A-Z_]+(?: [A-Z_]+)*?) *(?:\\( *(\\d+) *(?:, *(\\d+) *)?\\))?");
    private static final int MAX_LENGTH = Integer.MAX_VALUE;

    /** The types that a column may have, with the range of their precision. */
    public enum Name {
        /** Text of any length. */
        STRING,
        /** Text padded with blanks to its length. */
        CHAR(1, MAX_LENGTH, 1),
        /** Text up to its length. */
        VARCHAR(1, MAX_LENGTH, 1),
        /** True or false. */
        BOOLEAN,
        /** An integer of one byte. */
        TINYINT,
        /** An integer of two bytes. */
        SMALLINT,
        /** An integer of four bytes. */
        INT,
        /** An integer of eight bytes. */
        BIGINT,
        /** An IEEE 754 number of four bytes. */
        FLOAT,
        /** An IEEE 754 number of eight bytes. */
        DOUBLE,
        /** An exact number; default {@code DECIMAL(10, 0)}. */
        DECIMAL(1, 38, 10),
        /** A day without a zone. */
        DATE,
        /** A time of day without a zone. */
        TIME(0, 9, 0),
        /** A day and time without a zone; default {@code TIMESTAMP(6)}. */
        TIMESTAMP(0, 9, 6),
        /** An instant; default {@code TIMESTAMP_LTZ(6)}. */
        TIMESTAMP_LTZ(0, 9, 6);

        private final int least;
        private final int most;
        private final int usual;

        Name() {
            this(0, 0, 0);
        }

        Name(int least, int most, int usual) {
            this.least = least;
            this.most = most;
            this.usual = usual;
        }
    }

    /** Refuses a precision or a scale that the type cannot have. */
    public SqlType {
        requireNonNull(name, "name");
        if (precision < name.least || precision > name.most) {
            throw new IllegalArgumentException(
                    "precision of " + name + ": " + precision + " (expected: " + name.least + " .. " + name.most + ")");
        }
        int mostScale = name == Name.DECIMAL ? precision : 0;
        if (scale < 0 || scale > mostScale) {
            throw new IllegalArgumentException(
                    "scale of " + name + ": " + scale + " (expected: 0 .. " + mostScale + ")");
        }
    }

    /**
     * Reads a type as it stands in Flink DDL, in any case.
     *
     * @param text for example {@code decimal(18, 2)}
     * @return the type
     * @throws IllegalArgumentException if it is not a supported scalar type
     */
    public static SqlType parse(String text) {
        requireNonNull(text, "text");
        Matcher matcher = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw unsupported(text);
        }
        Name name = nameOf(matcher.group(1), text);
        String precision = matcher.group(2);
        String scale = matcher.group(3);
        boolean takesNone = name.most == 0;
        if ((takesNone && precision != null) || (name != Name.DECIMAL && scale != null)) {
            throw unsupported(text);
        }
        try {
            return new SqlType(
                    name,
                    precision == null ? name.usual : Integer.parseInt(precision),
                    scale == null ? 0 : Integer.parseInt(scale));
        } catch (NumberFormatException e) {
            throw unsupported(text);
        }
    }

    private static Name nameOf(String word, String text) {
        return switch (word) {
            case "INTEGER" -> Name.INT;
            case "NUMERIC", "DEC" -> Name.DECIMAL;
            case "DOUBLE PRECISION" -> Name.DOUBLE;
            default -> {
                for (Name name : Name.values()) {
                    if (name.name().equals(word)) {
                        yield name;
                    }
                }
                throw unsupported(text);
            }
        };
    }

    private static IllegalArgumentException unsupported(String text) {
        return new IllegalArgumentException("type: " + text
                + " (expected: a scalar Flink SQL type such as STRING, INT, DECIMAL(18, 2) or TIMESTAMP(3))");
    }

    /** {@return the type as Flink DDL has it, such as {@code DECIMAL(18, 2)}} */
    @Override
    public String toString() {
        if (name == Name.DECIMAL) {
            return "DECIMAL(" + precision + ", " + scale + ")";
        }
        return name.most == 0 ? name.name() : name + "(" + precision + ")";
    }
}
