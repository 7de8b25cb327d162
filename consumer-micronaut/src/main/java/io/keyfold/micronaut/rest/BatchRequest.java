package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.RowKey;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Many keys, as a request's body has them: <code>{"keys":[{"order_id":"A1001","item_id":"I02"}]}</code>. Digits of a number are
 * taken as they stand.
 *
 * @param keys 1 .. 1000 keys, each an object of all key columns
 */
@Schema(name = "Batch", description = "The keys of the rows that are asked for")
record BatchRequest(
        @Schema(example = "[{\"order_id\":\"A1001\",\"item_id\":\"I02\"}]")
        List<Map<String, Object>> keys) {

    private static final String KEYS = "keys";
    private static final String FORM = "(expected: {\"keys\":[…]})";
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** {@return the keys of a body} */
    static List<RowKey> read(ServedTable table, String body) {
        int most = table.limits().batchKeys();
        List<RowKey> keys = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(body)) {
            require(parser.nextToken() == JsonToken.START_OBJECT, "no object");
            require(parser.nextToken() == JsonToken.FIELD_NAME, "no " + KEYS);
            require(parser.currentName().equals(KEYS), "another member than " + KEYS);
            require(parser.nextToken() == JsonToken.START_ARRAY, KEYS + ": no array");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (keys.size() == most) {
                    throw ProblemException.of(
                            ProblemType.BAD_BODY, "body: keys: more than " + most + " (expected: 1 .. " + most + ")");
                }
                keys.add(key(table, parser, keys.size()));
            }
            require(!keys.isEmpty(), "keys: none");
            require(parser.nextToken() == JsonToken.END_OBJECT, "another member than " + KEYS);
            require(parser.nextToken() == null, "more than one value");
        } catch (IOException e) {
            throw bad("not valid JSON");
        }
        return keys;
    }

    private static RowKey key(ServedTable table, JsonParser parser, int index) throws IOException {
        String where = "keys[" + index + "]";
        require(parser.currentToken() == JsonToken.START_OBJECT, where + ": no object");
        List<String> columns = table.contract().keyColumns();
        Map<String, String> given = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String column = parser.currentName();
            if (!columns.contains(column)) {
                throw badKey(where + "." + column + ": no key column (expected: " + columns + ")");
            }
            JsonToken token = parser.nextToken();
            if (token == JsonToken.VALUE_NULL) {
                throw badKey(where + "." + column + ": null (expected: a value)");
            }
            given.put(column, token.isStructStart() ? RowReplies.json(parser) : parser.getText());
        }
        List<String> texts = new ArrayList<>(columns.size());
        for (String column : columns) {
            String text = given.get(column);
            if (text == null) {
                throw badKey(where + "." + column + ": missing (expected: all of " + columns + ")");
            }
            texts.add(text);
        }
        try {
            return new RowKey(table.keyValues(texts));
        } catch (IllegalArgumentException e) {
            throw badKey(where + ": " + e.getMessage());
        }
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw bad(otherwise);
        }
    }

    private static ProblemException bad(String what) {
        return ProblemException.of(ProblemType.BAD_BODY, "body: " + what + " " + FORM);
    }

    private static ProblemException badKey(String detail) {
        return ProblemException.of(ProblemType.BAD_KEY, detail);
    }
}
