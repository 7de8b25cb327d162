package io.keyfold.micronaut;

import static io.keyfold.micronaut.TableServers.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Two instances that share a table of six partitions, with an index and a total, and the model of what is in it. */
record SharedTable(TableContract contract, UpsertTopic topic, TableServers servers, Map<String, Integer> model)
        implements AutoCloseable {

    static final String TABLE = TableServers.TABLE;
    static final String ROWS = TableServers.ROWS;
    static final String INDEX = TABLE + "/indexes/by_user/rows";
    static final String TOTAL = TABLE + "/totals/amount_by_user";
    static final int USERS = 7;

    private static final int ORDERS = 120;
    private static final int PARTITIONS = 6;

    static SharedTable create(KeyfoldKafkaExtension kafka, Path directory) {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        TableServers servers = new TableServers(kafka, contract, directory, 2)
                .with("keyfold.tables.dwd_order_item.indexes.by_user", "user_id")
                .with("keyfold.tables.dwd_order_item.totals.amount_by_user", "sum(amount) by user_id");
        UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        SharedTable table = new SharedTable(contract, topic, servers, new TreeMap<>());
        for (int i = 0; i < ORDERS; i++) {
            table.write(order(i), i);
        }
        for (int i = 0; i < ORDERS; i += 10) {
            topic.tombstone(order(i), "I01");
            table.model.remove(order(i));
        }
        return table;
    }

    static String order(int number) {
        return "A" + (1000 + number);
    }

    /** The quantity of an order says whose it is. */
    static String user(int quantity) {
        return "U" + quantity % USERS;
    }

    void write(String order, int quantity) {
        put(order, quantity);
        model.put(order, quantity);
    }

    /** Writes what the model does not have. */
    RecordPosition put(String order, int quantity) {
        return topic.upsert(Map.of(
                "order_id",
                order,
                "item_id",
                "I01",
                "user_id",
                user(quantity),
                "quantity",
                quantity,
                "amount",
                BigDecimal.valueOf(quantity)));
    }

    /** Until whoever reads the partition has read the record. */
    void awaitApplied(RecordPosition record) {
        TableServer.await(
                record + " to be applied",
                () -> servers.running().stream()
                        .flatMap(server -> server.consumer().table("dwd_order_item").status().partitions().stream())
                        .flatMap(partition -> partition.position().stream())
                        .anyMatch(position ->
                                position.partition() == record.partition() && position.position() > record.offset()));
    }

    /** The orders of a user, in the order of their keys. */
    List<String> ordersOf(String user) {
        return of(user).map(Map.Entry::getKey).toList();
    }

    int amountOf(String user) {
        return of(user).mapToInt(Map.Entry::getValue).sum();
    }

    private Stream<Map.Entry<String, Integer>> of(String user) {
        return model.entrySet().stream().filter(order -> user(order.getValue()).equals(user));
    }

    /** An order whose partition an instance reads. */
    String orderOf(TableServer server) {
        return model.keySet().stream()
                .filter(order -> key(server, order).path("here").booleanValue())
                .findFirst()
                .orElseThrow();
    }

    static JsonNode key(TableServer server, String order) {
        return ok(server, TABLE + "/key?item_id=I01&order_id=" + order);
    }

    static JsonNode ok(TableServer server, String path) {
        HttpResponse<String> reply = server.get(path);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return json(reply);
    }

    static List<String> orders(JsonNode page) {
        List<String> orders = new ArrayList<>();
        page.path("rows").forEach(row -> orders.add(row.at("/key/order_id").textValue()));
        return orders;
    }

    static TreeSet<Integer> missing(JsonNode list) {
        TreeSet<Integer> missing = new TreeSet<>();
        list.path("missing")
                .forEach(partition -> missing.add(partition.path("partition").intValue()));
        return missing;
    }

    @Override
    public void close() {
        servers.close();
        topic.close();
    }
}
