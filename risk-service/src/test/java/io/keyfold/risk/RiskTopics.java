package io.keyfold.risk;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import java.util.HashMap;
import java.util.Map;

/**
 * Topics of a test's own, and what a service must be set to read and write them.
 *
 * @param items the contract of the items
 * @param alerts the contract of the alerts
 * @param settings of a service
 */
public record RiskTopics(TableContract items, TableContract alerts, Map<String, Object> settings) {

    public static final int PARTITIONS = 3;

    public static RiskTopics make(KeyfoldKafka kafka) {
        return make(kafka, Map.of());
    }

    public static RiskTopics make(KeyfoldKafka kafka, Map<String, String> itemsConfig) {
        Map<String, String> compacted = new HashMap<>(Map.of("cleanup.policy", "compact"));
        TableContract alerts = TableContracts.named(RiskTables.ALERTS)
                .withTopic(kafka.createTopic(RiskTables.ALERTS, PARTITIONS, compacted));
        compacted.putAll(itemsConfig);
        TableContract items = TableContracts.named(RiskTables.ITEMS)
                .withTopic(kafka.createTopic(RiskTables.ITEMS, PARTITIONS, compacted));
        String deadLetters = kafka.createTopic("dead-letters", 1);
        return new RiskTopics(
                items,
                alerts,
                Map.of(
                        "keyfold.bootstrap-servers", kafka.bootstrapServers(),
                        "keyfold.consumer", kafka.uniqueName("risk"),
                        "keyfold.tables.dwd_order_item.topic", items.topic(),
                        "keyfold.tables.dwd_order_item.dead-letter-topic", deadLetters,
                        "keyfold.tables.risk_alert.topic", alerts.topic(),
                        "keyfold.tables.risk_alert.dead-letter-topic", deadLetters));
    }
}
