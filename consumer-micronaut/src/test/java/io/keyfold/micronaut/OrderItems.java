package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;

/** A service over a topic of its own, in which three orders of four items lie. */
record OrderItems(TableServer server, UpsertTopic topic) implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    static OrderItems start(KeyfoldKafkaExtension kafka, Path stateDir) {
        return start(kafka, stateDir, Map.of());
    }

    static OrderItems start(KeyfoldKafkaExtension kafka, Path stateDir, Map<String, Object> more) {
        String name = kafka.createTopic("dwd_order_item", 3, Map.of("cleanup.policy", "compact"));
        TableContract contract = TableContracts.named("dwd_order_item").withTopic(name);
        UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        for (int order = 1; order <= 3; order++) {
            for (int item = 1; item <= 4; item++) {
                upsert(topic, "A100" + order, "I0" + item, "PAID");
            }
        }
        Map<String, Object> settings = TableServer.settings(
                kafka.bootstrapServers(),
                kafka.uniqueName("orders"),
                stateDir,
                "dwd_order_item",
                name,
                kafka.createTopic("dead-letters", 1));
        settings.putAll(more);
        TableServer server = TableServer.start(settings);
        return new OrderItems(server.awaitReady(), topic);
    }

    RecordPosition upsert(String orderId, String itemId, String status) {
        return upsert(topic, orderId, itemId, status);
    }

    private static RecordPosition upsert(UpsertTopic topic, String orderId, String itemId, String status) {
        return topic.upsert(
                orderId,
                itemId,
                "U01",
                "SKU-9",
                1,
                new BigDecimal("19.90"),
                status,
                LocalDateTime.of(2024, 1, 15, 10, 30));
    }

    void awaitApplied(RecordPosition record) {
        TableServer.await(
                record + " to be applied",
                () -> server.consumer().table("dwd_order_item").status().partitions().stream()
                        .flatMap(partition -> partition.position().stream())
                        .anyMatch(position ->
                                position.partition() == record.partition() && position.position() > record.offset()));
    }

    HttpResponse<String> get(String path, String... headers) {
        return server.get(path, headers);
    }

    HttpResponse<String> send(HttpRequest request) {
        return server.send(request);
    }

    int port() {
        return server.port();
    }

    static JsonNode json(HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body());
    }

    static void assertProblem(HttpResponse<String> response, int status, String type, String detail)
            throws IOException {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = json(response);
        assertThat(problem.path("type").textValue()).isEqualTo(type);
        assertThat(problem.path("status").intValue()).isEqualTo(status);
        assertThat(problem.path("title").textValue()).isNotBlank();
        assertThat(problem.path("detail").textValue()).isEqualTo(detail);
    }

    @Override
    public void close() {
        server.close();
        topic.close();
    }
}
