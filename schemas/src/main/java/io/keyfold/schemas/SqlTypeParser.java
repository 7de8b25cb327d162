package io.keyfold.schemas;

import io.keyfold.schemas.SqlType.Name;
import io.keyfold.schemas.SqlType.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a Flink SQL type, by descent.
 *
 * <pre>
 * type   = base, {"NOT NULL" | "NULL"} "ARRAY" any number of times
 * base   = "ARRAY" "&lt;" part "&gt;" | "MAP" "&lt;" part "," part "&gt;" | "ROW" ("&lt;" fields "&gt;" | "(" fields ")") | word ["(" number ["," number] ")"]
 * part   = type ["NOT NULL" | "NULL"]
 * fields = name part ["'" comment "'"], parted by commas
 * </pre>
 */
final class SqlTypeParser {

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(`(?:[^`]|``)*`|'(?:[^']|'')*'|[\\p{L}_][\\p{L}\\p{N}_$]*|\\d+|[<>(),])");
    private static final int MAX_DEPTH = 50;

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int at;
    private int depth;

    SqlTypeParser(String text) {
        this.text = text;
        Matcher matcher = TOKEN.matcher(text.strip());
        int end = 0;
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            end = matcher.end();
            matcher.region(end, matcher.regionEnd());
        }
        if (end != text.strip().length() || tokens.isEmpty()) {
            throw unsupported();
        }
    }

    /** A field's name as DDL has it. */
    static String quoted(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`";
    }

    SqlType whole() {
        SqlType type = type();
        if (at < tokens.size()) {
            throw unsupported();
        }
        return type;
    }

    /** A type and whether it may be null, as a column has them. */
    Part column(String name) {
        Part part = part(name);
        if (at < tokens.size()) {
            throw unsupported();
        }
        return part;
    }

    private Part part(String name) {
        SqlType type = type();
        return new Part(name, type, isNullable());
    }

    private boolean isNullable() {
        if (skip("NOT")) {
            expect("NULL");
            return false;
        }
        skip("NULL");
        return true;
    }

    private SqlType type() {
        if (++depth > MAX_DEPTH) {
            throw unsupported();
        }
        SqlType type = base();
        while (true) {
            int before = at;
            boolean nullable = isNullable();
            if (!skip("ARRAY")) {
                at = before;
                depth--;
                return type;
            }
            type = array(new Part("element", type, nullable));
        }
    }

    private static SqlType array(Part element) {
        return new SqlType(Name.ARRAY, 0, 0, List.of(element));
    }

    private SqlType base() {
        String word = next().toUpperCase(Locale.ROOT);
        return switch (word) {
            case "ARRAY" -> {
                expect("<");
                Part element = part("element");
                expect(">");
                yield array(element);
            }
            case "MAP" -> {
                expect("<");
                Part key = part("key");
                expect(",");
                Part value = part("value");
                expect(">");
                yield new SqlType(Name.MAP, 0, 0, List.of(key, value));
            }
            case "ROW" -> {
                String end = skip("(") ? ")" : ">";
                if (end.equals(">")) {
                    expect("<");
                }
                yield new SqlType(Name.ROW, 0, 0, fields(end));
            }
            default -> scalar(name(word));
        };
    }

    private List<Part> fields(String end) {
        List<Part> fields = new ArrayList<>();
        do {
            fields.add(part(identifier()));
            if (at < tokens.size() && tokens.get(at).startsWith("'")) {
                at++;
            }
        } while (skip(","));
        expect(end);
        return fields;
    }

    private String identifier() {
        String token = next();
        if (token.startsWith("`")) {
            return token.substring(1, token.length() - 1).replace("``", "`");
        }
        if (!Character.isLetter(token.charAt(0)) && token.charAt(0) != '_') {
            throw unsupported();
        }
        return token;
    }

    /** Words of several parts count as one. */
    private Name name(String word) {
        return switch (word) {
            case "INTEGER" -> Name.INT;
            case "NUMERIC", "DEC" -> Name.DECIMAL;
            case "CHAR", "CHARACTER" -> skip("VARYING") ? Name.VARCHAR : Name.CHAR;
            case "BINARY" -> skip("VARYING") ? Name.VARBINARY : Name.BINARY;
            case "DOUBLE" -> {
                skip("PRECISION");
                yield Name.DOUBLE;
            }
            default -> {
                for (Name name : Name.values()) {
                    if (name.name().equals(word)) {
                        yield name;
                    }
                }
                throw unsupported();
            }
        };
    }

    /** As in Flink, a VARCHAR of the greatest length, or without one, is a STRING, and such a VARBINARY is BYTES. */
    private SqlType scalar(Name name) {
        int precision = name.usual;
        int scale = 0;
        if (skip("(")) {
            if (name.most == 0) {
                throw unsupported();
            }
            precision = number();
            if (name == Name.DECIMAL && skip(",")) {
                scale = number();
            }
            expect(")");
        }
        if (precision == SqlType.MAX_LENGTH && (name == Name.VARCHAR || name == Name.VARBINARY)) {
            return new SqlType(name == Name.VARCHAR ? Name.STRING : Name.BYTES, 0, 0);
        }
        return new SqlType(withoutZone(name), precision, scale);
    }

    /** {@code TIMESTAMP(3) WITH LOCAL TIME ZONE} is {@code TIMESTAMP_LTZ(3)}; {@code WITHOUT TIME ZONE} says nothing new. */
    private Name withoutZone(Name name) {
        boolean hasZone = name == Name.TIMESTAMP || name == Name.TIME;
        if (hasZone && skip("WITHOUT")) {
            expect("TIME");
            expect("ZONE");
        } else if (name == Name.TIMESTAMP && skip("WITH")) {
            expect("LOCAL");
            expect("TIME");
            expect("ZONE");
            return Name.TIMESTAMP_LTZ;
        }
        return name;
    }

    private int number() {
        try {
            return Integer.parseInt(next());
        } catch (NumberFormatException e) {
            throw unsupported();
        }
    }

    private String next() {
        if (at == tokens.size()) {
            throw unsupported();
        }
        return tokens.get(at++);
    }

    private boolean skip(String token) {
        boolean is = at < tokens.size() && tokens.get(at).equalsIgnoreCase(token);
        at += is ? 1 : 0;
        return is;
    }

    private void expect(String token) {
        if (!skip(token)) {
            throw unsupported();
        }
    }

    private IllegalArgumentException unsupported() {
        return new IllegalArgumentException("type: " + text
                + " (expected: a Flink SQL type such as STRING, INT, DECIMAL(18, 2), TIMESTAMP(3) or ARRAY<INT>)");
    }
}
