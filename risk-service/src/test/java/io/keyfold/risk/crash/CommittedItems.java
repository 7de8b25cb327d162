package io.keyfold.risk.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.RiskModel;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The batch: the table that was committed, read from its topic. For one thread. */
final class CommittedItems implements AutoCloseable {

    private final RiskModel model = new RiskModel();
    private final TopicReader topic;
    private final Map<Integer, Long> next = new TreeMap<>();
    private long count;

    CommittedItems(TopicReader topic) {
        this.topic = topic;
    }

    /** Takes what was committed since. */
    void readOn() {
        topic.readOn(this::take);
    }

    private void take(ConsumerRecord<String, String> record) {
        count++;
        next.put(record.partition(), record.offset() + 1);
        @Nullable String value = record.value();
        if (value == null) {
            JsonNode key = Json.read(record.key());
            model.delete(new ItemKey(
                    key.path("order_id").asText(), key.path("item_id").asText()));
        } else {
            model.upsert(item(Json.read(value)), record.timestamp());
        }
    }

    private static OrderItem item(JsonNode row) {
        @Nullable String time = text(row, "update_time");
        return new OrderItem(
                row.path("order_id").asText(),
                row.path("item_id").asText(),
                text(row, "user_id"),
                text(row, "sku_id"),
                row.path("quantity").isNull()
                        ? null
                        : (Integer) row.path("quantity").intValue(),
                row.path("amount").isNull()
                        ? null
                        : row.path("amount").decimalValue().setScale(2),
                text(row, "order_status"),
                time == null ? null : LocalDateTime.parse(time.replace(' ', 'T')));
    }

    private static @Nullable String text(JsonNode row, String name) {
        return row.path(name).textValue();
    }

    RiskModel model() {
        return model;
    }

    long count() {
        return count;
    }

    /** The next offset after the last record of each partition. */
    Map<Integer, Long> next() {
        return next;
    }

    @Override
    public void close() {
        topic.close();
    }
}
