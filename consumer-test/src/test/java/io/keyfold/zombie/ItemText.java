package io.keyfold.zombie;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.OrderItem;
import java.math.BigDecimal;
import java.util.Objects;

/** Records' JSON, and the texts by which what is derived from it is compared. */
final class ItemText {

    private static final ObjectMapper JSON = new ObjectMapper();

    private ItemText() {}

    /** The order alone: every order has one item. */
    static String order(String keyJson) {
        return text(keyJson, "order_id");
    }

    static String user(String itemJson) {
        return text(itemJson, "user_id");
    }

    /** As Flink writes the key of the users. */
    static String userKey(String itemJson) {
        return "{\"user_id\":\"" + user(itemJson) + "\"}";
    }

    static long quantity(String itemJson) {
        return field(itemJson, "quantity").longValue();
    }

    static OrderItem item(String itemJson) {
        return new OrderItem(
                order(itemJson),
                text(itemJson, "item_id"),
                user(itemJson),
                null,
                Math.toIntExact(quantity(itemJson)),
                new BigDecimal(field(itemJson, "amount").asText()).setScale(2),
                text(itemJson, "order_status"),
                null);
    }

    static String ofItem(String itemJson) {
        return ofItem(item(itemJson));
    }

    static String ofItem(OrderItem item) {
        return item.userId() + " has " + item.quantity() + " for " + item.amount() + " " + item.orderStatus();
    }

    static String withUser(String itemJson, String userJson) {
        return ofItem(itemJson) + " at level " + field(userJson, "level").asInt();
    }

    static String withShipment(String itemJson, String shipmentJson) {
        return ofItem(itemJson) + " by " + text(shipmentJson, "carrier");
    }

    private static String text(String json, String name) {
        return Objects.requireNonNull(field(json, name).textValue(), name);
    }

    private static JsonNode field(String json, String name) {
        try {
            return JSON.readTree(json).path(name);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("json: not JSON", e);
        }
    }
}
