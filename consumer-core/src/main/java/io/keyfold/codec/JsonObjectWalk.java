package io.keyfold.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.config.JsonLimits;
import java.io.IOException;

/**
 * Walks the fields of one JSON object in bytes, strictly: UTF-8, one object, nothing behind it, within limits.
 *
 * <p>Limits bound what one hostile record can cost; the parser never recurses. Safe for many threads.
 */
final class JsonObjectWalk {

    /** For what was walked within limits before. */
    private static final JsonFactory OPEN = factory(StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .build());

    /** Within the limits that nobody has changed. */
    static final JsonObjectWalk USUAL = new JsonObjectWalk(JsonLimits.DEFAULTS);

    private final JsonLimits limits;
    private final JsonFactory factory;

    JsonObjectWalk(JsonLimits limits) {
        this.limits = limits;
        this.factory = factory(StreamReadConstraints.builder()
                .maxNestingDepth(limits.depth())
                .maxNumberLength(limits.numberLength())
                .maxStringLength(limits.textLength())
                .build());
    }

    /** Without charset detection: it would take UTF-16 and UTF-32 for JSON, which Flink never writes. */
    private static JsonFactory factory(StreamReadConstraints constraints) {
        return JsonFactory.builder()
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(constraints)
                .build();
    }

    JsonLimits limits() {
        return limits;
    }

    /** Is given each field; the parser stands on the field's value and must be left on that value's last token. */
    interface FieldVisitor {
        void visit(String field, JsonParser parser) throws IOException, Misfit;
    }

    JsonParser parser(JsonBytes json) {
        return parser(factory, json);
    }

    private static JsonParser parser(JsonFactory factory, JsonBytes json) {
        try {
            return factory.createParser(json.bytes(), json.from(), json.length());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot open a parser of bytes in memory", e);
        }
    }

    /** Of the bytes of a key or a value, which may be so many. */
    void walk(JsonBytes json, int mostBytes, FieldVisitor visitor) throws Misfit {
        if (json.length() > mostBytes) {
            throw new Misfit(Reason.BEYOND_LIMITS, json.length() + " bytes (limit: " + mostBytes + ")");
        }
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

    /** Walks what ends these bytes, and was walked before: it is not held against limits, nor looked at whether it is UTF-8. */
    static void walkAgain(byte[] bytes, int from, FieldVisitor visitor) throws Misfit {
        try (JsonParser parser = OPEN.createParser(bytes, from, bytes.length - from)) {
            USUAL.walk(parser, visitor);
        } catch (IOException e) {
            throw new IllegalStateException("Cannot close a parser of bytes in memory", e);
        }
    }

    private void walk(JsonParser parser, FieldVisitor visitor) throws Misfit {
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
    private String limit(StreamConstraintsException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("nesting depth")) {
            return "nesting deeper than " + limits.depth();
        }
        if (message.contains("Number value length")) {
            return "number longer than " + limits.numberLength();
        }
        if (message.contains("String value length")) {
            return "text longer than " + limits.textLength();
        }
        return "beyond the limits of the JSON reader";
    }
}
