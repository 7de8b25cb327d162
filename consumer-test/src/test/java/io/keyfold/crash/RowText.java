package io.keyfold.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.stream.Collectors;

/** Rows as the texts that both sides compare. */
final class RowText {

    private static final ObjectMapper JSON = new ObjectMapper();

    private RowText() {}

    static String key(RowKey key) {
        return key(key.values());
    }

    static String key(List<Object> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining("/"));
    }

    static String joined(String item, String user) {
        return field(item, "user_id") + " of level " + field(user, "level") + " has " + field(item, "quantity");
    }

    static String field(String row, String name) {
        try {
            JsonNode value = JSON.readTree(row).path(name);
            return value.asText();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("row: not JSON", e);
        }
    }
}
