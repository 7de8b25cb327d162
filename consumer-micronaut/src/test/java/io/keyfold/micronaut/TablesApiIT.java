package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables, health, metrics and errors over real HTTP, from a table read from a real broker. */
final class TablesApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String TABLE = "/v1/tables/dwd_order_item";

    @TempDir
    static Path stateDir;

    private static OrderItems orders;

    @BeforeAll
    static void start() {
        orders = OrderItems.start(KAFKA, stateDir);
    }

    @AfterAll
    static void stop() {
        orders.close();
    }

    @Test
    void tables_all_areListedWithTheirState() throws IOException {
        JsonNode tables = OrderItems.json(orders.get("/v1/tables")).path("tables");

        assertThat(tables).hasSize(1);
        assertThat(tables.at("/0/name").textValue()).isEqualTo("dwd_order_item");
        assertThat(tables.at("/0/ready").booleanValue()).isTrue();
        assertThat(tables.at("/0/assigned_partitions").intValue()).isEqualTo(3);
        assertThat(tables.at("/0/self").textValue()).isEqualTo(TABLE);
    }

    @Test
    void table_one_tellsContractPartitionsAndCounts() throws IOException {
        JsonNode table = OrderItems.json(orders.get(TABLE));

        assertThat(table.path("key").toString()).isEqualTo("[\"order_id\",\"item_id\"]");
        assertThat(table.at("/columns/5").toString())
                .isEqualTo("{\"name\":\"amount\",\"type\":\"DECIMAL(18, 2)\",\"nullable\":true,\"personal\":false}");
        assertThat(table.path("partitions")).hasSize(3).allSatisfy(partition -> {
            assertThat(partition.path("state").textValue()).isEqualTo("READY");
            assertThat(partition.path("position").isIntegralNumber()).isTrue();
        });
        assertThat(table.path("reason").isNull()).isTrue();
        assertThat(table.at("/counts/dead_lettered").isObject()).isTrue();
    }

    @Test
    void table_unknown_isAProblemOfItsOwnType() throws IOException {
        String detail = "No table is called so; GET /v1/tables lists those that are here";

        OrderItems.assertProblem(orders.get("/v1/tables/nope"), 404, "/problems/table-not-found", detail);
        OrderItems.assertProblem(orders.get("/v1/tables/nope/rows/A/B"), 404, "/problems/table-not-found", detail);
        OrderItems.assertProblem(
                orders.get("/v1/tables/nope/rows?order_id=A"), 404, "/problems/table-not-found", detail);
    }

    @Test
    void framework_ownErrors_areProblemsToo() throws IOException {
        OrderItems.assertProblem(
                orders.get("/nope", "Accept", "text/html"),
                404,
                "about:blank",
                "Nothing is served at this path; GET /v1/tables lists the tables");
        HttpRequest post = HttpRequest.newBuilder(URI.create("http://localhost:" + orders.port() + TABLE))
                .POST(BodyPublishers.ofString("{}"))
                .build();
        OrderItems.assertProblem(
                orders.send(post),
                405,
                "about:blank",
                "This path is not served for this method; the Allow header says for which it is");
    }

    @Test
    void health_readyTable_isUpWithItsPartitions() throws IOException {
        JsonNode ready = OrderItems.json(orders.get("/health/readiness"));
        JsonNode alive = OrderItems.json(orders.get("/health/liveness"));

        assertThat(ready.path("status").textValue()).isEqualTo("UP");
        assertThat(ready.at("/details/keyfold-ready/details/dwd_order_item/partitions"))
                .hasSize(3);
        assertThat(alive.path("status").textValue()).isEqualTo("UP");
        assertThat(alive.at("/details/keyfold-alive/details/dwd_order_item").textValue())
                .isEqualTo("alive");
    }

    @Test
    void metrics_table_areServed() {
        TableServer.await(
                "the gauges of partitions, which follow",
                () -> orders.get("/prometheus")
                        .body()
                        .contains("keyfold_partition_lag_offsets{partition=\"0\",table=\"dwd_order_item\"}"));

        String metrics = orders.get("/prometheus").body();

        assertThat(metrics)
                .contains("keyfold_table_ready{table=\"dwd_order_item\"} 1.0")
                .contains("keyfold_table_live{table=\"dwd_order_item\"} 1.0")
                .contains("keyfold_records_read_total{table=\"dwd_order_item\"}")
                .contains("keyfold_records_total{outcome=\"inserted\",table=\"dwd_order_item\"}")
                .contains("keyfold_partition_position{partition=\"2\",table=\"dwd_order_item\"}");
    }
}
