package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Flink SQL type, such as {@code DECIMAL(18, 2)} or {@code ARRAY<INT>}, without its own nullability.
 *
 * @param name the type's name
 * @param precision digits of a DECIMAL, fraction digits of a TIME or TIMESTAMP, length of a CHAR, VARCHAR, BINARY or
 *     VARBINARY; else 0
 * @param scale fraction digits of a DECIMAL; else 0
 * @param parts what an ARRAY (its element), a MAP (key, then value) or a ROW (its fields, in order) is made of; else none
 */
public record SqlType(Name name, int precision, int scale, List<Part> parts) {

    static final int MAX_LENGTH = Integer.MAX_VALUE;

    /** The types that a column may have, with the range of their precision. */
    public enum Name {
        /** Text of any length. */
        STRING,
        /** Text padded with blanks to its length. */
        CHAR(1, MAX_LENGTH, 1),
        /** Text up to its length; without one it is read as STRING. */
        VARCHAR(1, MAX_LENGTH, MAX_LENGTH),
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
        TIMESTAMP_LTZ(0, 9, 6),
        /** Bytes of any length. */
        BYTES,
        /** So many bytes. */
        BINARY(1, MAX_LENGTH, 1),
        /** Bytes up to a length; without one it is read as BYTES. */
        VARBINARY(1, MAX_LENGTH, MAX_LENGTH),
        /** Elements of one type, in order. */
        ARRAY,
        /** Values by text keys: JSON has no others. */
        MAP,
        /** Named fields. */
        ROW;

        final int least;
        final int most;
        final int usual;

        Name() {
            this(0, 0, 0);
        }

        Name(int least, int most, int usual) {
            this.least = least;
            this.most = most;
            this.usual = usual;
        }

        private boolean isText() {
            return this == STRING || this == CHAR || this == VARCHAR;
        }

        /** How many parts it has; -1 for one or more. */
        private int partCount() {
            return switch (this) {
                case ARRAY -> 1;
                case MAP -> 2;
                case ROW -> -1;
                default -> 0;
            };
        }
    }

    /**
     * What a type is made of.
     *
     * @param name a ROW's field as it stands in the JSON; {@code element} of an ARRAY, {@code key} and {@code value} of a
     *     MAP
     * @param type its type
     * @param nullable whether it may be null
     */
    public record Part(String name, SqlType type, boolean nullable) {

        /** Refuses a part without a name. */
        public Part {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            if (name.isEmpty()) {
                throw new IllegalArgumentException("name of a part: empty (expected: a field name)");
            }
        }

        /** {@return the part's type as DDL has it, such as {@code INT NOT NULL}} */
        String ddl() {
            return type + (nullable ? "" : " NOT NULL");
        }
    }

    /** Refuses a precision, a scale or parts that the type cannot have. */
    public SqlType {
        requireNonNull(name, "name");
        parts = List.copyOf(parts);
        if (precision < name.least || precision > name.most) {
            throw new IllegalArgumentException(
                    "precision of " + name + ": " + precision + " (expected: " + name.least + " .. " + name.most + ")");
        }
        int mostScale = name == Name.DECIMAL ? precision : 0;
        if (scale < 0 || scale > mostScale) {
            throw new IllegalArgumentException(
                    "scale of " + name + ": " + scale + " (expected: 0 .. " + mostScale + ")");
        }
        checkParts(name, parts);
    }

    private static void checkParts(Name name, List<Part> parts) {
        int count = name.partCount();
        if (count < 0 ? parts.isEmpty() : parts.size() != count) {
            throw new IllegalArgumentException("parts of " + name + ": " + parts.size() + " (expected: "
                    + (count < 0 ? "1 or more" : count) + ")");
        }
        if (name == Name.MAP && !parts.get(0).type.name.isText()) {
            throw new IllegalArgumentException("key of a MAP: " + parts.get(0).type
                    + " (expected: STRING, VARCHAR or CHAR, for JSON has no other names)");
        }
        Set<String> seen = new HashSet<>();
        for (Part part : parts) {
            if (!seen.add(part.name)) {
                throw new IllegalArgumentException("field " + part.name + " of a ROW is declared twice");
            }
        }
    }

    /**
     * A type that has no parts.
     *
     * @param name the type's name
     * @param precision as above
     * @param scale as above
     */
    public SqlType(Name name, int precision, int scale) {
        this(name, precision, scale, List.of());
    }

    /**
     * Reads a type as it stands in Flink DDL, its keywords in any case.
     *
     * @param text for example {@code decimal(18, 2)} or {@code ROW<a INT, b ARRAY<STRING NOT NULL>>}
     * @return the type
     * @throws IllegalArgumentException if it is not a supported Flink SQL type
     */
    public static SqlType parse(String text) {
        return new SqlTypeParser(requireNonNull(text, "text")).whole();
    }

    /** {@return whether it has no parts} */
    public boolean isScalar() {
        return parts.isEmpty();
    }

    /** {@return the type as Flink DDL has it, such as {@code DECIMAL(18, 2)}} */
    @Override
    public String toString() {
        return switch (name) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case ARRAY, MAP -> name + parts.stream().map(Part::ddl).collect(Collectors.joining(", ", "<", ">"));
            case ROW ->
                name
                        + parts.stream()
                                .map(part -> SqlTypeParser.quoted(part.name) + " " + part.ddl())
                                .collect(Collectors.joining(", ", "<", ">"));
            default -> name.most == 0 ? name.name() : name + "(" + precision + ")";
        };
    }
}
