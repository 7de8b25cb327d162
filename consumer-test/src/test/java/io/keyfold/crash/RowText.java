package io.keyfold.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.OrderItem;
import io.keyfold.row.RowKey;
import java.math.BigDecimal;
import java.time.LocalDateTime;
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

    static OrderItem item(String row) {
        try {
            JsonNode json = JSON.readTree(row);
            return new OrderItem(
                    json.path("order_id").asText(),
                    json.path("item_id").asText(),
                    json.path("user_id").textValue(),
                    json.path("sku_id").textValue(),
                    json.path("quantity").isInt() ? json.path("quantity").intValue() : null,
                    json.path("amount").isNumber()
                            ? new BigDecimal(json.path("amount").asText()).setScale(2)
                            : null,
                    json.path("order_status").textValue(),
                    json.path("update_time").isTextual()
                            ? LocalDateTime.parse(
                                    json.path("update_time").textValue().replace(' ', 'T'))
                            : null);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("row: not JSON", e);
        }
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
