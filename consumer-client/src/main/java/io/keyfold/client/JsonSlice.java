package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON value where it lies in a reply. What is in it is read when somebody asks, so that a row's value can be taken out as it is,
 * byte for byte. Immutable, as long as the reply is left alone.
 *
 * <p>What is not as it is asked for is an {@link IllegalArgumentException} that says nothing of the contents.
 */
final class JsonSlice {

    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] reply;
    /** Inclusive. */
    private final int from;
    /** Exclusive. */
    private final int to;

    private JsonSlice(byte[] reply, int from, int to) {
        this.reply = reply;
        this.from = from;
        this.to = to;
    }

    /** {@return a whole reply, perhaps with blanks around it} */
    static JsonSlice of(byte[] reply) {
        JsonSlice whole = new JsonSlice(reply, 0, reply.length);
        try (JsonParser parser = whole.parser()) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException("the reply is empty");
            }
            JsonSlice value = whole.slice(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("the reply has more than one value");
            }
            return value;
        } catch (IOException e) {
            throw noJson();
        }
    }

    /** The parser's own message may have something of a row. */
    private static IllegalArgumentException noJson() {
        return new IllegalArgumentException("the reply is no JSON");
    }

    private JsonParser parser() throws IOException {
        return JSON.createParser(reply, from, to - from);
    }

    /** {@return the value on which the parser stands; the parser is behind it then} */
    private JsonSlice slice(JsonParser parser) throws IOException {
        int start = from + Math.toIntExact(parser.currentTokenLocation().getByteOffset());
        if (parser.currentToken().isNumeric()) {
            // Of a number that stands alone the parser has also read the blank behind it.
            return new JsonSlice(reply, start, start + parser.getTextLength());
        }
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
        } else {
            parser.finishToken();
        }
        return new JsonSlice(
                reply, start, from + Math.toIntExact(parser.currentLocation().getByteOffset()));
    }

    /** {@return the members of an object in their order} */
    Map<String, JsonSlice> members() {
        Map<String, JsonSlice> members = new LinkedHashMap<>();
        try (JsonParser parser = parser()) {
            require(parser.nextToken() == JsonToken.START_OBJECT, "an object");
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, slice(parser));
            }
        } catch (IOException e) {
            throw noJson();
        }
        return members;
    }

    /** {@return the items of an array} */
    List<JsonSlice> items() {
        List<JsonSlice> items = new ArrayList<>();
        try (JsonParser parser = parser()) {
            require(parser.nextToken() == JsonToken.START_ARRAY, "an array");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(slice(parser));
            }
        } catch (IOException e) {
            throw noJson();
        }
        return items;
    }

    private static void require(boolean isSo, String what) {
        if (!isSo) {
            throw new IllegalArgumentException("a value of the reply is another (expected: " + what + ")");
        }
    }

    /** {@return a member of an object; empty if it is not there, or null} */
    Optional<JsonSlice> get(String name) {
        return Optional.ofNullable(members().get(name)).filter(value -> !value.isNull());
    }

    /** {@return a member of an object that is there and not null} */
    JsonSlice require(String name) {
        return required(members(), name);
    }

    static JsonSlice required(Map<String, JsonSlice> members, String name) {
        JsonSlice value = members.get(name);
        if (value == null || value.isNull()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    boolean isNull() {
        return reply[from] == 'n';
    }

    boolean isTrue() {
        return reply[from] == 't';
    }

    /** {@return of a string what it says, of anything else its JSON} */
    String text() {
        try (JsonParser parser = parser()) {
            return parser.nextToken() == JsonToken.VALUE_STRING
                    ? parser.getText()
                    : new String(reply, from, to - from, UTF_8);
        } catch (IOException e) {
            throw noJson();
        }
    }

    long number() {
        try {
            return Long.parseLong(text());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a value of the reply is another (expected: a whole number)", e);
        }
    }

    int index() {
        return Math.toIntExact(number());
    }

    /** {@return the value as it stands} */
    byte[] bytes() {
        return Arrays.copyOfRange(reply, from, to);
    }

    /** {@return its length only: it may be of a row} */
    @Override
    public String toString() {
        return "JsonSlice[" + (to - from) + " bytes]";
    }
}
