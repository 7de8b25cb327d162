package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * UC-47, over a hop: each key is asked of both instances, of which one has it and the other asks that one. The value's bytes are
 * those that were written.
 */
final class ForwardedKeysIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private static TableServers servers;

    @BeforeAll
    static void writeRowsAndStart() {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 6);
        KeyCodec codec = KeyCodec.of(contract);
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            for (List<String> key : AwkwardKeys.ALL) {
                byte[] bytes = codec.routingKey(RowKey.of(key.get(0), key.get(1)));
                topic.raw(bytes, value(key).getBytes(UTF_8));
            }
        }
        servers = new TableServers(KAFKA, contract, directory, 2);
        servers.start(0);
        servers.start(1);
        servers.awaitWhole();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    /** Spelt as nobody would spell it again: spaces, an exponent, escaped and plain characters beyond ASCII, CR and LF. */
    private static String value(List<String> key) {
        String columns = JSON.valueToTree(AwkwardKeys.json(key)).toString();
        return "{ \"amount\" : 1E+2,\"order_status\":\"退款 \\uD83D\\uDE00 \uD83D\uDE00 é\\r\\n\", \"quantity\":"
                + AwkwardKeys.ALL.indexOf(key) + "," + columns.substring(1);
    }

    private static HttpResponse<byte[]> get(TableServer server, String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofByteArray());
    }

    private static void assertRow(List<String> key, HttpResponse<byte[]> reply) throws IOException {
        String body = new String(reply.body(), UTF_8);
        assertThat(reply.statusCode()).as(body).isEqualTo(200);
        assertThat(body).contains(",\"value\":" + value(key) + ",\"position\":");
        assertThat(JSON.readTree(body).path("key")).isEqualTo(JSON.valueToTree(AwkwardKeys.json(key)));
    }

    @Test
    void keys_all_areOnBothInstances() throws IOException, InterruptedException {
        for (TableServer server : servers.running()) {
            int here = 0;
            for (List<String> key : AwkwardKeys.ALL) {
                String path = AwkwardKeys.query(key).replace("/rows?", "/key?");
                here += JSON.readTree(get(server, path).body()).path("here").booleanValue() ? 1 : 0;
            }
            assertThat(here).isBetween(1, AwkwardKeys.ALL.size() - 1);
        }
    }

    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#IN_PATHS")
    void row_byPath_isTheSameFromBoth(List<String> key) throws IOException, InterruptedException {
        for (TableServer server : servers.running()) {
            assertRow(key, get(server, AwkwardKeys.path(key)));
        }
    }

    @ParameterizedTest
    @FieldSource("io.keyfold.micronaut.AwkwardKeys#ALL")
    void row_byQuery_isTheSameFromBoth(List<String> key) throws IOException, InterruptedException {
        for (TableServer server : servers.running()) {
            assertRow(key, get(server, AwkwardKeys.query(key)));
        }
    }

    @Test
    void rows_byBatch_areTheSameFromBoth() throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(
                Map.of("keys", AwkwardKeys.ALL.stream().map(AwkwardKeys::json).toList()));
        for (TableServer server : servers.running()) {
            HttpRequest request = HttpRequest.newBuilder(server.uri(AwkwardKeys.ROWS + ":batchGet"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
                    .build();

            HttpResponse<byte[]> reply = HTTP.send(request, BodyHandlers.ofByteArray());

            String text = new String(reply.body(), UTF_8);
            JsonNode results = JSON.readTree(text).path("results");
            assertThat(results).hasSize(AwkwardKeys.ALL.size());
            for (int i = 0; i < results.size(); i++) {
                List<String> key = AwkwardKeys.ALL.get(i);
                assertThat(results.get(i).at("/status").intValue()).isEqualTo(200);
                assertThat(results.get(i).at("/row/key")).isEqualTo(JSON.valueToTree(AwkwardKeys.json(key)));
                assertThat(text).contains(",\"value\":" + value(key) + ",\"position\":");
            }
        }
    }

    @Test
    void rows_bySelfLinks_areFoundThroughTheOther() throws IOException, InterruptedException {
        List<TableServer> both = servers.running();
        for (TableServer server : both) {
            TableServer other = both.get(1 - both.indexOf(server));
            JsonNode rows = JSON.readTree(get(server, AwkwardKeys.ROWS).body()).path("rows");

            assertThat(rows).hasSize(AwkwardKeys.ALL.size());
            for (JsonNode row : rows) {
                List<String> key = List.of(
                        row.at("/key/order_id").textValue(),
                        row.at("/key/item_id").textValue());
                assertRow(key, get(other, row.path("self").textValue()));
            }
        }
    }
}
