package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.keyfold.codec.BadRecord.Reason;
import java.io.IOException;

/**
 * Walks the fields of one JSON object in bytes, strictly: UTF-8, one object, nothing behind it, within limits.
 *
 * <p>Limits bound what one hostile record can cost; the parser never recurses.
 */
final class JsonObjectWalk {

    private static final int MAX_DEPTH = 100;
    private static final int MAX_NUMBER_LENGTH = 1_000;
    static final int MAX_STRING_LENGTH = 20_000_000;

    /** Without charset detection: it would take UTF-16 and UTF-32 for JSON, which Flink never writes. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .build())
            .build();

    private JsonObjectWalk() {}

    /** Is given each field; the parser stands on the field's value and must be left on that value's last token. */
    interface FieldVisitor {
        void visit(String field, JsonParser parser) throws IOException, Misfit;
    }

    static JsonParser parser(JsonBytes json) {
        try {
            return JSON.createParser(json.bytes(), json.from(), json.length());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot open a parser of bytes in memory", e);
        }
    }

    static void walk(byte[] bytes, FieldVisitor visitor) throws Misfit {
        walk(new JsonBytes(bytes), visitor);
    }

    static void walk(JsonBytes json, FieldVisitor visitor) throws Misfit {
        int invalid = json.firstInvalid();
        if (invalid >= 0) {
            throw new Misfit(Reason.NOT_UTF8, "not valid UTF-8 at byte " + invalid, invalid);
        }
        try (JsonParser parser = parser(json)) {
            walk(parser, visitor);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot close a parser of bytes in memory", e);
        }
    }

    /** Walks what ends these bytes, and was walked before: it is not looked at again whether it is UTF-8. */
    static void walkAgain(byte[] bytes, int from, FieldVisitor visitor) throws Misfit {
        try (JsonParser parser = JSON.createParser(bytes, from, bytes.length - from)) {
            walk(parser, visitor);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot close a parser of bytes in memory", e);
        }
    }

    private static void walk(JsonParser parser, FieldVisitor visitor) throws Misfit {
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new Misfit(Reason.EMPTY, "there are no bytes, or only white space");
            }
            if (first == JsonToken.VALUE_NULL) {
                throw new Misfit(Reason.JSON_NULL, "JSON null literal is not a tombstone");
            }
            if (first != JsonToken.START_OBJECT) {
                throw new Misfit(Reason.NOT_AN_OBJECT, "JSON, but no object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                visitor.visit(field, parser);
            }
            if (parser.nextToken() != null) {
                throw notJson("more than one value", parser);
            }
        } catch (StreamConstraintsException e) {
            throw new Misfit(Reason.BEYOND_LIMITS, limit(e), byteOffset(parser));
        } catch (IOException e) {
            throw notJson("not valid JSON", parser);
        }
    }

    private static Misfit notJson(String what, JsonParser parser) {
        long at = byteOffset(parser);
        return new Misfit(Reason.NOT_JSON, what + (at < 0 ? "" : " at byte " + at), at);
    }

    private static long byteOffset(JsonParser parser) {
        return parser.currentLocation().getByteOffset();
    }

    /** The parser's own words may quote the record; these do not. */
    private static String limit(StreamConstraintsException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("nesting depth")) {
            return "nesting deeper than " + MAX_DEPTH;
        }
        if (message.contains("Number value length")) {
            return "number longer than " + MAX_NUMBER_LENGTH;
        }
        if (message.contains("String value length")) {
            return "text longer than " + MAX_STRING_LENGTH;
        }
        return "beyond the limits of the JSON reader";
    }
}
