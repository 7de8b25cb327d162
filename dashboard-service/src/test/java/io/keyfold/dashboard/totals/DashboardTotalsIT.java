package io.keyfold.dashboard.totals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.client.KeyfoldClient;
import io.keyfold.dashboard.DashboardServer;
import io.keyfold.dashboard.EventWatch;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The totals follow what the upstream job writes, and reach whoever watches. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class DashboardTotalsIT {

    private static final String TOTALS = "/v1/dashboard/totals";
    private static final String STREAM = TOTALS + "/stream";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static void upsert(
            UpsertTopic topic, String orderId, String itemId, String amount, @Nullable String status) {
        topic.upsert(
                orderId,
                itemId,
                "U01",
                "SKU-9",
                1,
                new BigDecimal(amount),
                status,
                LocalDateTime.of(2024, 1, 15, 10, 30));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitTotals(EventWatch watch, String byStatus) {
        DashboardServer.await("totals by status " + byStatus, () -> {
            List<EventWatch.Event> events = watch.events();
            if (events.isEmpty() || !events.get(events.size() - 1).name().equals("totals")) {
                return false;
            }
            JsonNode last = json(events.get(events.size() - 1).data());
            return last.path("by_status").toString().equals(byStatus);
        });
    }

    @Test
    void stream_insertUpdateDelete_delivers(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (DashboardServer server = DashboardServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract());
                EventWatch watch = server.watch(STREAM)) {
            awaitTotals(watch, "[]");

            upsert(topic, "A1", "I01", "19.90", "CREATED");
            upsert(topic, "A1", "I02", "0.10", "CREATED");
            upsert(topic, "A2", "I01", "100.00", null);
            awaitTotals(
                    watch,
                    "[{\"status\":\"CREATED\",\"items\":2,\"amount\":\"20.00\"},"
                            + "{\"status\":null,\"items\":1,\"amount\":\"100.00\"}]");

            upsert(topic, "A1", "I01", "19.90", "已退款");
            upsert(topic, "A2", "I01", "1000000.00", "已退款");
            awaitTotals(
                    watch,
                    "[{\"status\":\"已退款\",\"items\":2,\"amount\":\"1000019.90\"},"
                            + "{\"status\":\"CREATED\",\"items\":1,\"amount\":\"0.10\"}]");

            topic.tombstone("A1", "I02");
            awaitTotals(watch, "[{\"status\":\"已退款\",\"items\":2,\"amount\":\"1000019.90\"}]");
            assertThat(watch.events()).extracting(EventWatch.Event::name).containsOnly("totals");
        }
    }

    @Test
    void stream_whoComesLater_beginsWithTheTotals(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (DashboardServer server = DashboardServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            String one = "[{\"status\":\"PAID\",\"items\":1,\"amount\":\"1.00\"}]";
            upsert(topic, "A1", "I01", "1.00", "PAID");
            try (EventWatch first = server.watch(STREAM)) {
                awaitTotals(first, one);
                try (EventWatch second = server.watch(STREAM)) {
                    awaitTotals(second, one);
                }
            }

            try (EventWatch third = server.watch(STREAM)) {
                awaitTotals(third, one);
            }
        }
    }

    @Test
    void totals_once_sayWhatTheyCover(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (DashboardServer server = DashboardServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            upsert(topic, "A1", "I01", "1.50", "PAID");
            upsert(topic, "A1", "I02", "2.50", "PAID");
            upsert(topic, "A2", "I01", "3.00", "PAID");
            DashboardServer.await(
                    "three items",
                    () -> json(server.get(TOTALS).body()).path("items").intValue() == 3);

            JsonNode totals = json(server.get(TOTALS).body());

            assertThat(totals.path("orders").intValue()).isEqualTo(2);
            assertThat(totals.path("amount").textValue()).isEqualTo("7.00");
            assertThat(totals.path("complete").booleanValue()).isTrue();
            assertThat(totals.path("as_of")).hasSize(3);
            assertThat(totals.path("at").textValue()).endsWith("Z");
        }
    }

    @Test
    void page_isServedFromTheJarAndLoadsNothingFromElsewhere(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (DashboardServer server = DashboardServer.start(kafka, stateDir)) {
            String page = server.get("/").body();

            assertThat(page).contains("<title>Order items, live</title>").doesNotContain("https://");
            assertThat(server.get("/dashboard.js").body()).contains(STREAM).doesNotContain("https://");
            assertThat(server.get("/dashboard.css").statusCode()).isEqualTo(200);
            assertThat(server.get("/swagger-ui").body()).contains("/swagger/dashboard-service-v1.yml");
            assertThat(server.get("/swagger/dashboard-service-v1.yml").body())
                    .contains("/v1/dashboard/totals/stream:")
                    .contains("/v1/tables/{table}/rows/{key}:");
            assertThat(server.client().tables())
                    .extracting(KeyfoldClient.TableEntry::name)
                    .containsExactly("dwd_order_item");
        }
    }

    @Test
    void page_callersMustBeKnown_isOpenAndItsDataIsNot(KeyfoldKafka kafka, @TempDir Path stateDir) {
        Map<String, Object> key = Map.of(
                "keyfold.api-keys.board.key-sha256",
                "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                "keyfold.api-keys.board.roles",
                "keyfold-read");
        try (DashboardServer server = DashboardServer.start(kafka, stateDir, key)) {
            for (String path : List.of("/", "/index.html", "/dashboard.js", "/dashboard.css", "/swagger-ui")) {
                assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
            }
            for (String path : List.of("/v1/dashboard/totals", "/v1/dashboard/totals/stream", "/v1/tables", "/beans")) {
                assertThat(server.get(path).statusCode()).as(path).isEqualTo(401);
            }
        }
    }
}
