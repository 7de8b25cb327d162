package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rows over real HTTP, from a table read from a real broker. */
final class RowsApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String ROWS = "/v1/tables/dwd_order_item/rows";

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

    private static List<String> keys(JsonNode rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.at("/key/order_id").textValue() + " "
                        + row.at("/key/item_id").textValue())
                .toList();
    }

    @Test
    void row_found_carriesPositionTimestampAndFreshness() throws IOException {
        RecordPosition written = orders.upsert("F1", "I01", "已付款");
        orders.awaitApplied(written);

        HttpResponse<String> response = orders.get(ROWS + "/F1/I01");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("ETag").orElseThrow())
                .matches("\"[0-9a-f]{8}-" + written.partition() + "-" + written.offset() + "\"");
        assertThat(response.headers().firstValue("Keyfold-Served-By")).contains("active");
        assertThat(response.headers().firstValue("Vary")).contains("Accept-Encoding, Authorization");
        assertThat(response.headers().firstValue("Keyfold-As-Of").orElseThrow())
                .startsWith(written.topic() + "-" + written.partition() + "@");
        assertThat(response.headers().firstValue("Last-Modified").orElseThrow()).endsWith("GMT");
        assertThat(response.headers().firstValue("Cache-Control")).contains("private, no-cache");
        JsonNode row = OrderItems.json(response);
        assertThat(row.at("/value/order_status").textValue()).isEqualTo("已付款");
        assertThat(row.at("/position/offset").longValue()).isEqualTo(written.offset());
        assertThat(row.path("timestamp").textValue()).endsWith("Z");
        assertThat(row.path("mark").isNull()).isTrue();
        assertThat(orders.get(row.path("self").textValue()).body()).isEqualTo(response.body());
    }

    @Test
    void row_knownVersion_isNotSentAgain() {
        RecordPosition written = orders.upsert("N1", "I01", "PAID");
        orders.awaitApplied(written);
        String etag = orders.get(ROWS + "/N1/I01").headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> response = orders.get(ROWS + "/N1/I01", "If-None-Match", "\"0-0\", " + etag);

        assertThat(response.statusCode()).isEqualTo(304);
        assertThat(response.headers().firstValue("ETag")).contains(etag);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void row_deleted_isAbsentAsOfAPosition() throws IOException {
        orders.upsert("D1", "I01", "PAID");
        RecordPosition deleted = orders.topic().tombstone("D1", "I01");
        orders.awaitApplied(deleted);

        HttpResponse<String> response = orders.get(ROWS + "/D1/I01");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(OrderItems.json(response).path("type").textValue()).isEqualTo("/problems/row-not-found");
        assertThat(OrderItems.json(response).at("/as_of/partition").intValue()).isEqualTo(deleted.partition());
        assertThat(OrderItems.json(response).at("/as_of/position").longValue()).isGreaterThan(deleted.offset());
        assertThat(OrderItems.json(response).has("mark")).isFalse();
    }

    @Test
    void row_newerBadRecord_staysAndIsMarkedAndCounted() throws IOException {
        RecordPosition good = orders.upsert("M1", "I01", "PAID");
        RecordPosition bad = orders.topic().rawText("{\"order_id\":\"M1\",\"item_id\":\"I01\"}", "{\"order_id\":");
        orders.awaitApplied(bad);

        HttpResponse<String> response = orders.get(ROWS + "/M1/I01");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(OrderItems.json(response).at("/position/offset").longValue()).isEqualTo(good.offset());
        assertThat(OrderItems.json(response).at("/mark/position/offset").longValue())
                .isEqualTo(bad.offset());
        assertThat(OrderItems.json(response).at("/mark/reason").textValue()).isNotBlank();
        assertThat(response.headers().firstValue("ETag").orElseThrow())
                .matches("\"[0-9a-f]{8}-" + good.partition() + "-" + good.offset() + "-m" + bad.partition() + "-"
                        + bad.offset() + "\"");
        TableServer.await(
                "the counter of dead letters",
                () -> orders.get("/prometheus")
                        .body()
                        .contains("keyfold_dead_letters_total{reason=\"not-json\",table=\"dwd_order_item\"} 1.0"));
    }

    @Test
    void rows_leadingColumn_areTheRowsThatBeginSo() throws IOException {
        JsonNode page = OrderItems.json(orders.get(ROWS + "?order_id=A1002"));

        assertThat(keys(page.path("rows"))).containsExactly("A1002 I01", "A1002 I02", "A1002 I03", "A1002 I04");
        assertThat(page.path("complete").booleanValue()).isTrue();
        assertThat(page.path("missing")).isEmpty();
        assertThat(page.path("as_of")).hasSize(3);
        assertThat(page.path("next_page_token").isNull()).isTrue();
    }

    @Test
    void rows_allColumnsInAnyOrder_isTheOneRow() {
        String byPath = orders.get(ROWS + "/A1002/I03").body();

        assertThat(orders.get(ROWS + "?item_id=I03&order_id=A1002").body()).isEqualTo(byPath);
        assertThat(orders.get(ROWS + "?order_id=A1002&item_id=I03").body()).isEqualTo(byPath);
    }

    @Test
    void rows_pages_haveEveryRowOnce() throws IOException {
        List<String> walked = new ArrayList<>();
        String query = ROWS + "?order_id=A1003&page_size=3";
        String token = "";
        do {
            JsonNode page = OrderItems.json(orders.get(query + token));
            walked.addAll(keys(page.path("rows")));
            token = page.path("next_page_token").isNull()
                    ? ""
                    : "&page_token=" + page.path("next_page_token").textValue();
        } while (!token.isEmpty());

        assertThat(walked).containsExactly("A1003 I01", "A1003 I02", "A1003 I03", "A1003 I04");
    }

    @Test
    void rows_wrongQuestion_isRefusedByName() throws IOException {
        OrderItems.assertProblem(
                orders.get(ROWS + "?item_id=I03"),
                400,
                "/problems/bad-key",
                "order_id: missing, item_id is given (expected: leading columns of [order_id, item_id])");
        OrderItems.assertProblem(
                orders.get(ROWS + "?user_id=U01"),
                400,
                "/problems/bad-key",
                "user_id: no key column (expected: one of [order_id, item_id], with .from or .to, order, page_size,"
                        + " page_token, values, fields, max-staleness, min-position, wait)");
        OrderItems.assertProblem(
                orders.get(ROWS + "?fields=nope"),
                400,
                "/problems/bad-parameter",
                "fields: nope (expected: columns of the value, separated by commas: [order_id, item_id, user_id, sku_id,"
                        + " quantity, amount, order_status, update_time])");
    }
}
