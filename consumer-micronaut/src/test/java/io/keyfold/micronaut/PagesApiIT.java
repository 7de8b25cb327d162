package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages and their tokens, forms of lists and counts, over 1,000 rows in six partitions. */
final class PagesApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ROWS = "/v1/tables/dwd_order_item/rows";
    private static final int ORDERS = 1_000;

    @TempDir
    static Path stateDir;

    private static UpsertTopic topic;
    private static TableServer server;

    @BeforeAll
    static void writeRowsAndStart() {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 6);
        TableContract second = KAFKA.createTable(TableContracts.named("dwd_order_item"), 1);
        topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract);
        for (int i = 0; i < ORDERS; i++) {
            upsert(order(i));
        }
        Map<String, Object> settings = TableServer.settings(
                KAFKA.bootstrapServers(),
                KAFKA.uniqueName("pages"),
                stateDir,
                "dwd_order_item",
                contract.topic(),
                contract.topic() + ".dlq");
        settings.put("keyfold.tables.ticket.contract", "file:" + CasesApiIT.ticketContract());
        settings.put("keyfold.tables.ticket.topic", second.topic());
        settings.put("keyfold.secret", "a secret of at least 32 characters");
        server = TableServer.start(settings).awaitReady();
    }

    @AfterAll
    static void stop() {
        server.close();
        topic.close();
    }

    private static String order(int number) {
        return String.format("A%04d", number);
    }

    private static void upsert(String order) {
        topic.upsert(Map.of("order_id", order, "item_id", "I01", "user_id", "U1", "amount", number(order)));
    }

    private static BigDecimal number(String order) {
        return new BigDecimal(order.substring(1, 5));
    }

    private static JsonNode page(String query) throws IOException {
        HttpResponse<String> response = server.get(ROWS + query);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static List<String> orders(JsonNode page) {
        List<String> orders = new ArrayList<>();
        page.path("rows").forEach(row -> orders.add(row.at("/key/order_id").textValue()));
        return orders;
    }

    private static String token(JsonNode page) {
        return page.path("next_page_token").textValue();
    }

    /** UC-46: a hard upper limit holds. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1000000000"})
    void pageSize_outOfRange_isRefusedByName(String size) throws IOException {
        OrderItems.assertProblem(
                server.get(ROWS + "?page_size=" + size),
                400,
                "/problems/bad-parameter",
                "page_size: " + size + " (expected: 1 .. 10000)");
    }

    /** UC-46: a cursor of another table, and one that was changed by hand. */
    @Test
    void token_ofAnotherTableOrChanged_isRefusedByItsOwnType() throws IOException {
        String token = token(page("?page_size=1"));
        char other = token.charAt(20) == 'A' ? 'B' : 'A';

        OrderItems.assertProblem(
                server.get("/v1/tables/ticket/rows?page_token=" + token),
                400,
                "/problems/token-of-another-question",
                "page_token: of another table, filter or order (expected: the question of the page before)");
        OrderItems.assertProblem(
                server.get(ROWS + "?page_token=" + token.substring(0, 20) + other + token.substring(21)),
                400,
                "/problems/bad-token",
                "page_token: none that was given here (expected: next_page_token of the page before)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"order_id=A0001&", "order_id.from=A&", "order=desc&"})
    void token_ofAnotherFilterOrOrder_isRefused(String filter) throws IOException {
        String token = token(page("?page_size=1"));

        assertThat(server.get(ROWS + "?" + filter + "page_token=" + token).body())
                .contains("/problems/token-of-another-question");
    }

    @Test
    void token_otherSizeFormAndFreshness_goesOn() throws IOException {
        String token = token(page("?page_size=2"));

        String query = "?page_size=3&values=canonical&fields=amount&wait=1s&page_token=" + token;

        assertThat(orders(page(query))).containsExactly("A0002", "A0003", "A0004");
        assertThat(server.get(ROWS + query).body()).contains("\"value\":{\"amount\":2.00},");
    }

    @Test
    void rows_bounds_areInclusiveAndExclusiveInBothDirections() throws IOException {
        assertThat(orders(page("?order_id.from=A0003&order_id.to=A0006"))).containsExactly("A0003", "A0004", "A0005");
        assertThat(orders(page("?order_id.from=A0003&order_id.to=A0006&order=desc")))
                .containsExactly("A0005", "A0004", "A0003");
        assertThat(orders(page("?order_id=A0003&item_id.from=I01&item_id.to=I02")))
                .containsExactly("A0003");
        assertThat(orders(page("?order_id=A0003&item_id.from=I02"))).isEmpty();
    }

    @Test
    void count_rows_areAllOrThoseOfTheFilter() throws IOException {
        JsonNode all =
                JSON.readTree(server.get(ROWS + ":count?order_id.to=A0100").body());

        assertThat(all.path("rows").longValue()).isEqualTo(100);
        assertThat(all.path("complete").booleanValue()).isTrue();
        assertThat(all.path("missing")).isEmpty();
        assertThat(all.path("as_of")).hasSize(6);
        assertThat(all.path("next_page_token").isNull()).isTrue();
    }

    @Test
    void rows_asLines_areOneALineAndTheRestAtTheEnd() throws IOException {
        HttpResponse<String> response = server.get(ROWS + "?page_size=2", "Accept", "application/x-ndjson");
        List<String> lines = response.body().lines().toList();
        JsonNode whole = page("?page_size=2");

        assertThat(response.headers().firstValue("Content-Type")).contains("application/x-ndjson");
        assertThat(lines).hasSize(3);
        assertThat(JSON.readTree(lines.get(1))).isEqualTo(whole.at("/rows/1"));
        JsonNode end = JSON.readTree(lines.get(2));
        assertThat(end.fieldNames())
                .toIterable()
                .containsExactly("complete", "missing", "stale", "waiting", "standby", "as_of", "next_page_token");
        assertThat(orders(page("?page_token=" + token(end) + "&page_size=1"))).containsExactly("A0002");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json, application/x-ndjson", "*/*", "text/html, */*;q=0.1"})
    void rows_whoTakesJsonToo_getsOneObject(String accept) throws IOException {
        HttpResponse<String> response = server.get(ROWS + "?page_size=1", "Accept", accept);

        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(JSON.readTree(response.body()).path("rows")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {ROWS, ROWS + "/A0001/I01", "/v1/tables", "/v1/instance"})
    void accept_thatCannotBeMet_isAProblem(String path) throws IOException {
        OrderItems.assertProblem(
                server.get(path, "Accept", "text/csv"),
                406,
                "about:blank",
                "There is no such form of this; replies are application/json, lists application/x-ndjson too");
    }

    @Test
    void lines_whereThereAreNone_areAProblem() throws IOException {
        OrderItems.assertProblem(
                server.get(ROWS + "?order_id=A0001&item_id=I01", "Accept", "application/x-ndjson"),
                406,
                "/problems/not-acceptable",
                "One row is no list of lines; take application/json");
        assertThat(server.get(ROWS + "?page_size=0", "Accept", "application/x-ndjson")
                        .body())
                .contains("/problems/bad-parameter");
        assertThat(server.get(ROWS + "?order_id=A0001&item_id=I01", "Accept", "application/x-ndjson, application/json")
                        .headers()
                        .firstValue("Content-Type"))
                .contains("application/json");
    }

    @Test
    void gzip_whoTakesIt_getsListsCompressedAndAnotherTag() throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        URI list = URI.create("http://localhost:" + server.port() + ROWS + "?page_size=50&order_id.from=A0100");

        HttpResponse<byte[]> zipped = http.send(
                HttpRequest.newBuilder(list).header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray());
        HttpResponse<byte[]> plain = http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofByteArray());

        assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().firstValue("Vary")).contains("Accept, Accept-Encoding, Authorization");
        String unzipped =
                new String(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes(), UTF_8);
        assertThat(JSON.readTree(unzipped).path("rows"))
                .isEqualTo(JSON.readTree(plain.body()).path("rows"));
        assertThat(zipped.body().length).isLessThan(plain.body().length / 2);
        assertThat(server.get(ROWS + "/A0001/I01", "Accept-Encoding", "gzip")
                        .headers()
                        .firstValue("ETag"))
                .isNotEqualTo(server.get(ROWS + "/A0001/I01").headers().firstValue("ETag"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ROWS + "?page_size=1",
                ROWS + "/A0001/I01",
                ROWS + ":count",
                "/v1/tables",
                "/v1/instance",
                "/v1/tables/dwd_order_item/findings"
            })
    void head_ofWhatCanBeRead_hasNoBody(String path) {
        HttpResponse<String> head =
                server.send(HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                        .method("HEAD", BodyPublishers.noBody())
                        .build());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("ETag"))
                .isEqualTo(server.get(path).headers().firstValue("ETag"));
    }

    @Test
    void row_fields_areAsStoredAndAnotherVersion() throws IOException {
        HttpResponse<String> some = server.get(ROWS + "/A0100/I01?fields=order_status,amount");
        String wholeTag =
                server.get(ROWS + "/A0100/I01").headers().firstValue("ETag").orElseThrow();

        assertThat(some.body()).contains("\"value\":{\"order_status\":null,\"amount\":1E+2},");
        assertThat(some.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(wholeTag);
        assertThat(server.get(ROWS + "/A0100/I01?fields=order_status,amount", "If-None-Match", wholeTag)
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get(
                                ROWS + "/A0100/I01?fields=order_status,amount",
                                "If-None-Match",
                                some.headers().firstValue("ETag").orElseThrow())
                        .statusCode())
                .isEqualTo(304);
    }
}
