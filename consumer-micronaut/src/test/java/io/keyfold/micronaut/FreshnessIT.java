package io.keyfold.micronaut;

import static io.keyfold.micronaut.SharedTable.ROWS;
import static io.keyfold.micronaut.SharedTable.ok;
import static io.keyfold.micronaut.SharedTable.orders;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How fresh an answer must be is the caller's choice, whoever gives it. */
final class FreshnessIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    @TempDir
    Path directory;

    private static String header(HttpResponse<String> reply, String name) {
        return reply.headers().firstValue(name).orElseThrow(() -> new AssertionError("no " + name));
    }

    /** The position behind one, as headers and parameters have them. */
    private static String beyond(String asOf) {
        int at = asOf.indexOf('@') + 1;
        return asOf.substring(0, at) + (Long.parseLong(asOf.substring(at)) + 1);
    }

    @Test
    void row_ofAStandby_isGivenWithItsAgeWhileTheOwnerIsGone() {
        try (SharedTable table = SharedTable.create(KAFKA, directory)) {
            table.servers()
                    .with("keyfold.streams-overrides.num.standby.replicas", "1")
                    // The group gives its partitions to nobody while this test runs.
                    .with("keyfold.streams-overrides.main.consumer.session.timeout.ms", "120000");
            TableServer first = table.servers().start(0);
            TableServer second = table.servers().start(1);
            table.servers().awaitWhole();
            String order = table.orderOf(second);
            String path = ROWS + "/" + order + "/I01";
            TableServer.await(
                    "a standby of " + order,
                    () -> SharedTable.key(first, order).path("standbys").size() == 1);
            HttpResponse<String> active = first.get(path + "?max-staleness=60s");
            assertThat(active.statusCode()).isEqualTo(200);
            assertThat(active.headers().firstValue("Keyfold-Served-By")).isPresent();

            table.servers().kill(1);

            TableServer.await(
                    "the standbys to answer",
                    () -> ok(first, ROWS + "?max-staleness=60s")
                            .path("complete")
                            .booleanValue());
            HttpResponse<String> reply = first.get(path + "?max-staleness=60s");
            assertThat(reply.headers().firstValue("Keyfold-Served-By")).contains("standby");
            assertThat(Instant.parse(header(reply, "Keyfold-Read-Through")))
                    .isAfter(Instant.now().minusSeconds(60));
            JsonNode row = TableServers.json(reply);
            assertThat(row.at("/value/quantity").intValue())
                    .isEqualTo(table.model().get(order));
            assertThat(row.at("/standby/read_through").textValue()).isEqualTo(header(reply, "Keyfold-Read-Through"));
            assertThat(first.get(path).statusCode()).as("without a staleness").isEqualTo(503);
            JsonNode list = ok(first, ROWS + "?max-staleness=60s");
            assertThat(list.path("complete").booleanValue()).isTrue();
            assertThat(orders(list)).containsExactlyElementsOf(table.model().keySet());
            assertThat(list.path("standby")).isNotEmpty();

            String asOf = header(reply, "Keyfold-As-Of");
            String beyond = beyond(asOf);
            assertThat(first.get(path + "?max-staleness=60s&min-position=" + asOf)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(first.get(path + "?max-staleness=60s&min-position=" + beyond)
                            .statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void row_waitedForThroughTheOther_isGivenWhenItsPositionIsReached() {
        try (SharedTable table = SharedTable.create(KAFKA, directory)) {
            TableServer first = table.servers().start(0);
            TableServer second = table.servers().start(1);
            table.servers().awaitWhole();
            String order = table.orderOf(second);
            String path = ROWS + "/" + order + "/I01";
            String asOf = header(first.get(path), "Keyfold-As-Of");
            String beyond = beyond(asOf);
            assertThat(first.get(path + "?min-position=" + beyond).statusCode()).isEqualTo(503);

            CompletableFuture<HttpResponse<String>> waiting =
                    CompletableFuture.supplyAsync(() -> first.get(path + "?wait=10s&min-position=" + beyond));
            RecordPosition written = table.topic().upsert(Map.of("order_id", order, "item_id", "I01", "quantity", 777));

            HttpResponse<String> reply = waiting.join();
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            JsonNode row = TableServers.json(reply);
            assertThat(row.at("/value/quantity").intValue()).isEqualTo(777);
            assertThat(row.at("/position/offset").longValue()).isEqualTo(written.offset());
        }
    }
}
