package io.keyfold.risk.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.risk.stream.RiskModel.Expected;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** What an alert says, as far as it follows from a table of which no delete may have been missed. */
record SaidAlert(String why, BigDecimal value, List<String> items, long itemCount, boolean stale) {

    private static final int MOST_ITEMS = 20;
    private static final int DIGITS = 4;

    static SaidAlert of(Expected expected) {
        return new SaidAlert(
                expected.why(),
                expected.value().setScale(DIGITS, RoundingMode.HALF_UP),
                expected.items().stream()
                        .limit(MOST_ITEMS)
                        .map(key -> key.orderId() + "/" + key.itemId())
                        .toList(),
                expected.items().size(),
                false);
    }

    /** Of a row of {@code risk_alert}. */
    static SaidAlert ofRow(JsonNode row) {
        return of(row, "breach_value", "order_items");
    }

    /** Of an alert in a reply. */
    static SaidAlert ofReply(JsonNode alert) {
        return of(alert, "value", "items");
    }

    private static SaidAlert of(JsonNode node, String value, String items) {
        List<String> keys = new ArrayList<>();
        for (JsonNode item : node.path(items)) {
            keys.add(item.path("order_id").asText() + "/" + item.path("item_id").asText());
        }
        return new SaidAlert(
                node.path("why").asText(),
                new BigDecimal(node.path(value).asText()).setScale(DIGITS, RoundingMode.UNNECESSARY),
                keys,
                node.path("item_count").longValue(),
                node.path("stale").booleanValue());
    }
}
