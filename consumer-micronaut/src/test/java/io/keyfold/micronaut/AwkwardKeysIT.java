package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** UC-47: keys that URLs were not made for: found by path, by query and in a batch, never taken for one another. */
final class AwkwardKeysIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String ROWS = AwkwardKeys.ROWS;
    private static final List<List<String>> KEYS = AwkwardKeys.ALL;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path stateDir;

    private static TableServer server;

    @BeforeAll
    static void writeRowsAndStart() {
        String name = KAFKA.createTopic("dwd_order_item", 3, Map.of("cleanup.policy", "compact"));
        try (UpsertTopic topic = UpsertTopic.open(
                KAFKA.bootstrapServers(), TableContracts.named("dwd_order_item").withTopic(name))) {
            for (List<String> key : KEYS) {
                topic.upsert(Map.of("order_id", key.get(0), "item_id", key.get(1), "quantity", KEYS.indexOf(key)));
            }
        }
        server = TableServer.start(TableServer.settings(
                        KAFKA.bootstrapServers(),
                        KAFKA.uniqueName("orders"),
                        stateDir,
                        "dwd_order_item",
                        name,
                        KAFKA.createTopic("dead-letters", 1)))
                .awaitReady();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertRow(List<String> key, HttpResponse<String> response) throws IOException {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode row = JSON.readTree(response.body());
        assertThat(row.at("/key/order_id").textValue()).isEqualTo(key.get(0));
        assertThat(row.at("/key/item_id").textValue()).isEqualTo(key.get(1));
        assertThat(row.at("/value/quantity").intValue()).isEqualTo(KEYS.indexOf(key));
    }

    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#IN_PATHS")
    void row_byEncodedPath_isFound(List<String> key) throws IOException {
        assertRow(key, server.get(AwkwardKeys.path(key)));
    }

    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#ALL")
    void row_byQuery_isFound(List<String> key) throws IOException {
        assertRow(key, server.get(AwkwardKeys.query(key)));
    }

    /** UC-47: by JSON, where nothing is encoded for a URL. */
    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#ALL")
    void row_byBatch_isFound(List<String> key) throws IOException {
        String body = JSON.writeValueAsString(Map.of("keys", List.of(AwkwardKeys.json(key))));

        JsonNode results =
                JSON.readTree(server.post(ROWS + ":batchGet", body).body()).path("results");

        assertThat(results.at("/0/status").intValue()).isEqualTo(200);
        assertThat(results.at("/0/row/key/order_id").textValue()).isEqualTo(key.get(0));
        assertThat(results.at("/0/row/value/quantity").intValue()).isEqualTo(KEYS.indexOf(key));
    }

    @Test
    void row_bySelfLinkOfTheListing_isFound() throws IOException {
        JsonNode rows = JSON.readTree(server.get(ROWS).body()).path("rows");

        assertThat(rows).hasSize(KEYS.size());
        for (JsonNode row : rows) {
            List<String> key = List.of(
                    row.at("/key/order_id").textValue(), row.at("/key/item_id").textValue());
            assertRow(key, server.get(row.path("self").textValue()));
        }
    }

    @Test
    void rows_pagesOfOne_haveEveryKeyOnce() throws IOException {
        List<List<String>> walked = new ArrayList<>();
        String query = "?page_size=1";
        JsonNode page = JSON.readTree(server.get(ROWS + query).body());
        while (true) {
            page.path("rows")
                    .forEach(row -> walked.add(List.of(
                            row.at("/key/order_id").textValue(),
                            row.at("/key/item_id").textValue())));
            if (page.path("next_page_token").isNull()) {
                break;
            }
            String token = page.path("next_page_token").textValue();
            page = JSON.readTree(
                    server.get(ROWS + query + "&page_token=" + token).body());
        }

        assertThat(walked).containsExactlyInAnyOrderElementsOf(KEYS);
    }

    @Test
    void row_unencodedWhereItMayBe_isFound() throws IOException {
        assertThat(raw("GET " + ROWS + "/../;v=1 HTTP/1.1")).startsWith("HTTP/1.1 200 ");
        assertThat(raw("GET " + ROWS + "/A%252F10/(x) HTTP/1.1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void row_badEncoding_isRefused() throws IOException {
        assertThat(raw("GET " + ROWS + "/%ZZ/I02 HTTP/1.1"))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json");
        assertThat(raw("GET " + ROWS + "?order_id=%ZZ HTTP/1.1")).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET " + ROWS + "/已/I02 HTTP/1.1"))
                .startsWith("HTTP/1.1 400 ")
                .contains("a character beyond ASCII is not percent-encoded");
        assertThat(raw("GET " + ROWS + "/%FF/I02 HTTP/1.1"))
                .startsWith("HTTP/1.1 400 ")
                .contains("/problems/bad-key");
    }

    @Test
    void row_wrongNumberOfSegments_isRefusedByName() {
        assertThat(server.get(ROWS + "/A1").body()).contains("item_id: missing");
        assertThat(server.get(ROWS + "/A/10/I02").body())
                .contains("path: 3 values")
                .contains("%2F");
    }

    private static String raw(String requestLine) throws IOException {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.getOutputStream().write(requestLine.getBytes(UTF_8));
            socket.getOutputStream().write("\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
