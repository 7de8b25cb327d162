package io.keyfold.micronaut;

import static io.keyfold.micronaut.SharedTable.INDEX;
import static io.keyfold.micronaut.SharedTable.ROWS;
import static io.keyfold.micronaut.SharedTable.TOTAL;
import static io.keyfold.micronaut.SharedTable.missing;
import static io.keyfold.micronaut.SharedTable.ok;
import static io.keyfold.micronaut.SharedTable.orders;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An instance is gone, and the group does not know it yet: what the other one can tell it tells, and says what it cannot. */
final class GoneInstanceIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    @TempDir
    Path directory;

    @Test
    void lists_whileTheOtherInstanceIsGone_nameWhatTheyLackAndAreWholeAgain() {
        try (SharedTable table = SharedTable.create(KAFKA, directory)) {
            TableServer first = table.servers().start(0);
            TableServer second = table.servers().start(1);
            table.servers().awaitWhole();
            Set<Integer> gone = TableServers.here(second);
            String there = table.orderOf(second);
            String here = table.orderOf(first);

            table.servers().kill(1);

            JsonNode list = ok(first, ROWS);
            assertThat(list.path("complete").booleanValue()).isFalse();
            assertThat(missing(list)).isEqualTo(gone);
            assertThat(list.toString()).contains("127.0.0.1:" + table.servers().port(1));
            assertThat(orders(list))
                    .contains(here)
                    .doesNotContain(there)
                    .hasSizeLessThan(table.model().size());
            for (String path : List.of(INDEX, TOTAL, ROWS + ":count")) {
                assertThat(ok(first, path).path("complete").booleanValue())
                        .as(path)
                        .isFalse();
                assertThat(missing(ok(first, path))).as(path).isEqualTo(gone);
            }
            JsonNode batch = TableServers.json(first.post(
                    ROWS + ":batchGet",
                    "{\"keys\":[{\"order_id\":\"" + here + "\",\"item_id\":\"I01\"},{\"order_id\":\"" + there
                            + "\",\"item_id\":\"I01\"}]}"));
            assertThat(batch.path("complete").booleanValue()).isFalse();
            assertThat(batch.at("/results/0/status").intValue()).isEqualTo(200);
            assertThat(batch.at("/results/1/status").intValue()).isEqualTo(503);
            assertThat(first.get(ROWS + "/" + there + "/I01").statusCode()).isEqualTo(503);

            table.servers().awaitWhole();
            assertThat(orders(ok(first, ROWS)))
                    .containsExactlyElementsOf(table.model().keySet());
        }
    }

    /** It would look like an empty table. */
    @Test
    void list_whereNothingIsHereAndTheOwnerIsGone_is503() {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 1);
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract);
                TableServers servers = new TableServers(KAFKA, contract, directory, 2)) {
            topic.upsert(Map.of("order_id", "A1", "item_id", "I01"));
            servers.start(0).awaitReady();
            servers.start(1);
            TableServer.await(
                    "both to answer, of which one has nothing",
                    () -> servers.running().stream()
                                    .allMatch(server -> server.get(ROWS).statusCode() == 200)
                            && servers.running().stream()
                                            .filter(server ->
                                                    TableServers.here(server).isEmpty())
                                            .count()
                                    == 1);
            int owner = TableServers.here(servers.server(0)).isEmpty() ? 1 : 0;
            TableServer other = servers.server(1 - owner);

            servers.kill(owner);

            for (String path : List.of(ROWS, ROWS + ":count")) {
                HttpResponse<String> reply = other.get(path);
                assertThat(reply.statusCode()).as(reply.body()).isEqualTo(503);
                assertThat(reply.headers().firstValue("Retry-After")).isPresent();
            }
        }
    }

    /** What a caller remembers of another topic is worth nothing. */
    @Test
    void pageToken_ofATopicThatWasMadeAnew_isGone() {
        try (SharedTable table = SharedTable.create(KAFKA, directory)) {
            String token = "?page_size=7&page_token="
                    + ok(table.servers().start(0).awaitReady(), ROWS + "?page_size=7")
                            .path("next_page_token")
                            .textValue();
            assertThat(table.servers().server(0).get(ROWS + token).statusCode()).isEqualTo(200);
            table.servers().leave(0);

            makeAnew(table.contract().topic(), 6);
            table.write("B1", 1);

            TableServer again = table.servers().start(0).awaitReady();
            TableServer.await(
                    "the row of the new topic",
                    () -> again.get(ROWS + "/B1/I01").statusCode() == 200);
            HttpResponse<String> reply = again.get(ROWS + token);
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(410);
            assertThat(reply.body()).contains("/problems/token-expired");
            assertThat(orders(ok(again, ROWS))).containsExactly("B1");
        }
    }

    private static void makeAnew(String topic, int partitions) {
        Admin admin = KAFKA.admin();
        admin.deleteTopics(List.of(topic));
        NewTopic made = new NewTopic(topic, Optional.of(partitions), Optional.empty())
                .configs(Map.of("cleanup.policy", "compact"));
        TableServer.await("another topic of the name", () -> {
            try {
                admin.createTopics(List.of(made)).all().get();
                return true;
            } catch (ExecutionException e) {
                return false; // the other one is still there
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        });
    }
}
