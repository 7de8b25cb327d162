package io.keyfold.micronaut.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies of a JSON object without some of its fields' values, everything else byte for byte: {@code 1E+2} stays so, and an escape
 * an escape. The object must be valid, as everything is that lies in a table.
 */
public final class JsonFields {

    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[] NULL = "null".getBytes(UTF_8);

    private final byte[] json;
    private int at;

    private JsonFields(byte[] json) {
        this.json = json;
    }

    private interface Visitor {
        /** The field's value stands from {@code from}, inclusive, to {@code to}, exclusive. */
        void visit(String name, int from, int to);
    }

    /**
     * {@return the object with null for these fields, where it has them}
     *
     * @param json the object in UTF-8
     * @param hidden the fields' names
     */
    public static byte[] masked(byte[] json, Set<String> hidden) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
        int[] copied = {0};
        new JsonFields(json).walk((name, from, to) -> {
            if (hidden.contains(name)) {
                out.write(json, copied[0], from - copied[0]);
                out.writeBytes(NULL);
                copied[0] = to;
            }
        });
        out.write(json, copied[0], json.length - copied[0]);
        return out.toByteArray();
    }

    /** {@return an object of just these fields, in this order, null where the other has none and for what is hidden} */
    static byte[] selected(byte[] json, List<String> fields, Set<String> hidden) {
        Map<String, int[]> found = new HashMap<>();
        new JsonFields(json).walk((name, from, to) -> found.put(name, new int[] {from, to}));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '{';
        for (String field : fields) {
            out.write(before);
            out.writeBytes(quoted(field));
            out.write(':');
            int[] value = found.get(field);
            if (value == null || hidden.contains(field)) {
                out.writeBytes(NULL);
            } else {
                out.write(json, value[0], value[1] - value[0]);
            }
            before = ',';
        }
        out.write('}');
        return out.toByteArray();
    }

    static byte[] quoted(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() + 2);
        try (var generator = JSON.createGenerator(out)) {
            generator.writeString(text);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write JSON into memory", e);
        }
        return out.toByteArray();
    }

    private void walk(Visitor visitor) {
        skipBlanks();
        at++; // the brace
        skipBlanks();
        while (json[at] != '}') {
            int nameFrom = at;
            skipText();
            String name = name(nameFrom, at);
            skipBlanks();
            at++; // the colon
            skipBlanks();
            int from = at;
            skipValue();
            visitor.visit(name, from, at);
            skipBlanks();
            if (json[at] == ',') {
                at++;
                skipBlanks();
            }
        }
    }

    private String name(int from, int to) {
        for (int i = from; i < to; i++) {
            if (json[i] == '\\') {
                return unescaped(from, to);
            }
        }
        return new String(json, from + 1, to - from - 2, UTF_8);
    }

    private String unescaped(int from, int to) {
        try (JsonParser parser = JSON.createParser(json, from, to - from)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read a field's name of a stored value", e);
        }
    }

    private void skipBlanks() {
        while (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r') {
            at++;
        }
    }

    private void skipText() {
        at++;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipValue() {
        int depth = 0;
        do {
            byte c = json[at];
            if (c == '"') {
                skipText();
            } else if (c == '{' || c == '[') {
                depth++;
                at++;
            } else if (c == '}' || c == ']') {
                depth--;
                at++;
            } else if (depth > 0) {
                at++;
            } else {
                skipScalar();
            }
        } while (depth > 0);
    }

    private void skipScalar() {
        while (at < json.length && ",}] \t\r\n".indexOf(json[at]) < 0) {
            at++;
        }
    }
}
