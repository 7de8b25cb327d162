package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a table beside its lists: many keys, where a key is, findings, audits, the instance. */
final class TableQuestionsApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String TABLE = "/v1/tables/dwd_order_item";
    private static final String ROWS = TABLE + "/rows";

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
    void batch_keys_areAnsweredInTheirOrderEachForItself() throws IOException {
        HttpResponse<String> response = orders.server()
                .post(
                        ROWS + ":batchGet",
                        "{\"keys\":[{\"order_id\":\"A1002\",\"item_id\":\"I03\"},{\"order_id\":\"none\",\"item_id\":\"I01\"},"
                                + "{\"item_id\":\"I01\",\"order_id\":\"A1001\"}]}");
        JsonNode reply = OrderItems.json(response);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(reply.path("complete").booleanValue()).isTrue();
        assertThat(reply.path("results")).hasSize(3);
        assertThat(reply.at("/results/0/row")).isEqualTo(OrderItems.json(orders.get(ROWS + "/A1002/I03")));
        assertThat(reply.at("/results/1/status").intValue()).isEqualTo(404);
        assertThat(reply.at("/results/1/problem/type").textValue()).isEqualTo("/problems/row-not-found");
        assertThat(reply.at("/results/1").has("row")).isFalse();
        assertThat(reply.at("/results/2/row/key/order_id").textValue()).isEqualTo("A1001");
        assertThat(reply.at("/results/2").has("problem")).isFalse();
    }

    @Test
    void batch_wrongBody_isRefused() throws IOException {
        OrderItems.assertProblem(
                orders.server().post(ROWS + ":batchGet", "{"),
                400,
                "/problems/bad-body",
                "body: not valid JSON (expected: {\"keys\":[…]})");
        assertThat(orders.server().post(ROWS + ":batchGet", "").body()).contains("/problems/bad-body");
        assertThat(orders.server()
                        .post(ROWS + ":batchGet?page_size=1", "{\"keys\":[{\"order_id\":\"A\",\"item_id\":\"B\"}]}")
                        .body())
                .contains("page_size: unknown");
    }

    @Test
    void row_positionThatIsAskedFor_isTakenFromTheHeaderAsItIs() {
        RecordPosition written = orders.upsert("P1", "I01", "PAID");
        orders.awaitApplied(written);
        String asOf = orders.get(ROWS + "/P1/I01")
                .headers()
                .firstValue("Keyfold-As-Of")
                .orElseThrow();

        assertThat(orders.get(ROWS + "/P1/I01?wait=5s&max-staleness=10m&min-position=" + asOf)
                        .statusCode())
                .isEqualTo(200);
        assertThat(orders.get(ROWS + "?order_id=P1&min-position=" + asOf).statusCode())
                .isEqualTo(200);
        assertThat(orders.get(ROWS + "/P1/I01?min-position=other-1@1").body())
                .contains("/problems/bad-parameter", "min-position: of another topic");
    }

    @Test
    void key_all_tellsHowItIsWrittenStoredAndHashed() throws IOException {
        JsonNode key = OrderItems.json(orders.get(TABLE + "/key?item_id=I02&order_id=A1001"));
        JsonNode row = OrderItems.json(orders.get(ROWS + "/A1001/I02"));

        assertThat(key.path("routing_key").textValue()).isEqualTo("{\"order_id\":\"A1001\",\"item_id\":\"I02\"}");
        assertThat(key.path("storage_key").textValue()).matches("([0-9a-f]{2})+");
        assertThat(key.path("partition")).isEqualTo(row.at("/position/partition"));
        assertThat(key.path("partition_count").intValue()).isEqualTo(3);
        assertThat(key.path("hash").intValue() % 3)
                .isEqualTo(key.path("partition").intValue());
        assertThat(key.has("owner")).isTrue();
        assertThat(key.path("standbys").isArray()).isTrue();
    }

    @Test
    void key_missingOrUnknownColumn_isRefusedByName() throws IOException {
        OrderItems.assertProblem(
                orders.get(TABLE + "/key?order_id=A1001"),
                400,
                "/problems/bad-key",
                "item_id: missing (expected: all of [order_id, item_id])");
        OrderItems.assertProblem(
                orders.get(TABLE + "/key?order_id=A1001&item_id=I&x=1"),
                400,
                "/problems/bad-key",
                "x: no key column (expected: all of [order_id, item_id])");
    }

    @Test
    void findings_table_areThoseOfTheTable() throws IOException {
        JsonNode findings = OrderItems.json(orders.get(TABLE + "/findings"));

        assertThat(findings.path("table").textValue()).isEqualTo("dwd_order_item");
        assertThat(findings.path("findings").isArray()).isTrue();
    }

    @Test
    void audit_started_isReadUntilItIsDone() throws IOException {
        HttpResponse<String> started = orders.server().post(TABLE + "/audits", "{\"kind\":\"FULL\"}");
        String self = started.headers().firstValue("Location").orElseThrow();

        TableServer.await("the audit to be done", () -> orders.get(self).body().contains("\"state\":\"DONE\""));

        JsonNode audit = OrderItems.json(orders.get(self));
        assertThat(started.statusCode()).isEqualTo(202);
        assertThat(audit.path("kind").textValue()).isEqualTo("FULL");
        assertThat(audit.path("clean").booleanValue()).isTrue();
        assertThat(audit.path("partitions")).hasSize(3).allSatisfy(partition -> {
            assertThat(partition.at("/found/missing").longValue()).isZero();
            assertThat(partition.at("/found/swept").longValue()).isZero();
        });
        assertThat(audit.at("/partitions/0/found/rows").longValue()
                        + audit.at("/partitions/1/found/rows").longValue()
                        + audit.at("/partitions/2/found/rows").longValue())
                .isGreaterThanOrEqualTo(12);
        assertThat(OrderItems.json(orders.get(TABLE + "/audits")).path("audits"))
                .anySatisfy(one -> assertThat(one.path("self").textValue()).isEqualTo(self));
    }

    @Test
    void audits_moreThanSixteen_areForgottenTheEldestFirst() throws IOException {
        for (int i = 0; i < 17; i++) {
            String self = orders.server()
                    .post(TABLE + "/audits", "{\"kind\":\"ZOMBIES\"}")
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            TableServer.await(
                    "the audit to be done", () -> orders.get(self).body().contains("\"state\":\"DONE\""));
        }

        assertThat(OrderItems.json(orders.get(TABLE + "/audits")).path("audits"))
                .hasSize(16);
        OrderItems.assertProblem(
                orders.get(TABLE + "/audits/0"),
                404,
                "/problems/audit-not-found",
                "Not known to this instance (expected: an audit that it began since it started, one of the last 16;"
                        + " the reply that began it names its instance)");
    }

    @Test
    void audit_wrongBody_isRefused() throws IOException {
        OrderItems.assertProblem(
                orders.server().post(TABLE + "/audits", "{\"kind\":\"EXPIRY\"}"),
                400,
                "/problems/bad-body",
                "kind: unknown (expected: {\"kind\":\"ZOMBIES\"} or {\"kind\":\"FULL\"})");
        assertThat(orders.server().post(TABLE + "/audits", "").body()).contains("/problems/bad-body");
    }

    @Test
    void instance_this_tellsItsNameVersionAndTables() throws IOException {
        JsonNode instance = OrderItems.json(orders.get("/v1/instance"));

        assertThat(instance.path("consumer").textValue()).startsWith("orders");
        assertThat(instance.path("instance").isNull()).isTrue();
        assertThat(instance.path("version").textValue()).matches("[0-9]+\\..*");
        assertThat(Instant.parse(instance.path("started_at").textValue())).isBefore(Instant.now());
        assertThat(instance.path("address").isNull()).isTrue();
        assertThat(instance.path("tables").toString())
                .isEqualTo("[{\"name\":\"dwd_order_item\",\"ready\":true,\"live\":true}]");
    }
}
