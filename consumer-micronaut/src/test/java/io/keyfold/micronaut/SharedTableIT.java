package io.keyfold.micronaut;

import static io.keyfold.micronaut.SharedTable.INDEX;
import static io.keyfold.micronaut.SharedTable.ROWS;
import static io.keyfold.micronaut.SharedTable.TABLE;
import static io.keyfold.micronaut.SharedTable.TOTAL;
import static io.keyfold.micronaut.SharedTable.ok;
import static io.keyfold.micronaut.SharedTable.order;
import static io.keyfold.micronaut.SharedTable.orders;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whichever instance is asked, and whatever for: the answer is that of the whole table. */
final class SharedTableIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    @TempDir
    static Path directory;

    private static SharedTable table;
    private static List<TableServer> both;

    @BeforeAll
    static void start() {
        table = SharedTable.create(KAFKA, directory);
        table.servers().start(0);
        table.servers().start(1);
        table.servers().awaitWhole();
        both = table.servers().running();
        for (TableServer server : both) {
            TableServer.await(
                    "the projections",
                    () -> server.get(INDEX).body().contains("\"complete\":true")
                            && server.get(TOTAL).body().contains("\"complete\":true"));
        }
    }

    @AfterAll
    static void stop() {
        table.close();
    }

    private static void assertComplete(JsonNode list) {
        assertThat(list.path("complete").booleanValue()).as(list.toString()).isTrue();
        assertThat(list.path("missing")).isEmpty();
        TreeSet<Integer> asked = new TreeSet<>();
        list.path("as_of").forEach(at -> asked.add(at.path("partition").intValue()));
        assertThat(asked).hasSize(6);
    }

    @Test
    void rows_all_areTheModel() {
        for (TableServer server : both) {
            JsonNode list = ok(server, ROWS);
            assertComplete(list);
            assertThat(orders(list)).containsExactlyElementsOf(table.model().keySet());
            for (JsonNode row : list.path("rows")) {
                assertThat(row.at("/value/quantity").intValue())
                        .isEqualTo(table.model().get(row.at("/key/order_id").textValue()));
            }
        }
    }

    /** A token that one instance gives is taken by the other. */
    @Test
    void pages_eachOfTheOtherInstance_areTheModel() {
        for (String order : List.of("", "&order=desc")) {
            List<String> walked = new ArrayList<>();
            String token = "";
            int asked = 0;
            do {
                JsonNode page = ok(both.get(asked++ % 2), ROWS + "?page_size=7" + order + token);
                assertThat(page.path("complete").booleanValue()).isTrue();
                walked.addAll(orders(page));
                token = page.path("next_page_token").isNull()
                        ? ""
                        : "&page_token=" + page.path("next_page_token").textValue();
            } while (!token.isEmpty());

            List<String> expected = new ArrayList<>(table.model().keySet());
            if (!order.isEmpty()) {
                Collections.reverse(expected);
            }
            assertThat(walked).containsExactlyElementsOf(expected);
        }
    }

    /**
     * UC-46: every row that was there all the time exactly once, those that came or went at most once, whichever instance gives the
     * page; no page is longer than asked.
     */
    @Test
    void pages_eachOfTheOtherInstanceWhileRowsComeAndGo_haveEveryLastingRowOnce() {
        Deque<String> ahead = new ArrayDeque<>(table.model().keySet());
        TreeSet<String> expected = new TreeSet<>(table.model().keySet());
        List<String> come = new ArrayList<>();
        List<String> gone = new ArrayList<>();
        List<String> walked = new ArrayList<>();
        JsonNode page = ok(both.get(0), ROWS + "?page_size=7");
        walked.addAll(orders(page));
        try {
            for (int asked = 1; !page.path("next_page_token").isNull(); asked++) {
                if (asked <= 5) {
                    String last = walked.get(walked.size() - 1);
                    gone.add(ahead.removeLast());
                    come.addAll(List.of("A0-" + asked, last + "-" + asked));
                    expected.remove(gone.get(asked - 1));
                    expected.add(last + "-" + asked);
                    table.awaitApplied(table.topic().tombstone(gone.get(asked - 1), "I01"));
                    table.awaitApplied(table.put("A0-" + asked, asked));
                    table.awaitApplied(table.put(last + "-" + asked, asked));
                }
                page = ok(
                        both.get(asked % 2),
                        ROWS + "?page_size=7&page_token="
                                + page.path("next_page_token").textValue());
                assertThat(page.path("rows")).hasSizeBetween(1, 7);
                assertThat(page.path("complete").booleanValue()).isTrue();
                walked.addAll(orders(page));
            }

            assertThat(gone).hasSize(5);
            assertThat(walked).containsExactlyElementsOf(expected);
        } finally {
            come.forEach(order -> table.awaitApplied(table.topic().tombstone(order, "I01")));
            gone.forEach(order -> table.awaitApplied(
                    table.put(order, requireNonNull(table.model().get(order)))));
        }
    }

    @Test
    void rows_ofALeadingColumnOrARange_areTheModel() {
        for (TableServer server : both) {
            assertThat(orders(ok(server, ROWS + "?order_id=A1011"))).containsExactly("A1011");
            assertThat(orders(ok(server, ROWS + "?order_id=A1010"))).isEmpty();
            assertThat(orders(ok(server, ROWS + "?order_id.from=A1015&order_id.to=A1030")))
                    .containsExactlyElementsOf(table.model().keySet().stream()
                            .filter(order -> order.compareTo("A1015") >= 0 && order.compareTo("A1030") < 0)
                            .toList());
        }
    }

    @Test
    void count_all_isTheModel() {
        for (TableServer server : both) {
            JsonNode count = ok(server, ROWS + ":count");
            assertComplete(count);
            assertThat(count.path("rows").intValue()).isEqualTo(table.model().size());
        }
    }

    @Test
    void index_eachUser_isTheModel() {
        for (TableServer server : both) {
            for (int i = 0; i < SharedTable.USERS; i++) {
                JsonNode list = ok(server, INDEX + "?user_id=U" + i);
                assertComplete(list);
                assertThat(orders(list)).containsExactlyElementsOf(table.ordersOf("U" + i));
            }
        }
    }

    @Test
    void total_eachUser_isTheModel() {
        for (TableServer server : both) {
            JsonNode list = ok(server, TOTAL);
            assertComplete(list);
            List<String> groups = new ArrayList<>();
            for (JsonNode group : list.path("groups")) {
                String user = group.at("/group/user_id").textValue();
                groups.add(user);
                assertThat(group.path("rows").intValue())
                        .isEqualTo(table.ordersOf(user).size());
                assertThat(group.path("value").intValue()).isEqualTo(table.amountOf(user));
            }
            assertThat(groups).containsExactly("U0", "U1", "U2", "U3", "U4", "U5", "U6");
        }
    }

    @Test
    void batch_presentAndAbsentKeys_areTheModel() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        ObjectNode body = json.objectNode();
        for (int i = 0; i < 120; i++) {
            body.withArray("keys").addObject().put("order_id", order(i)).put("item_id", "I01");
        }
        for (TableServer server : both) {
            JsonNode reply = TableServers.json(server.post(ROWS + ":batchGet", body.toString()));
            assertThat(reply.path("complete").booleanValue()).isTrue();
            assertThat(reply.path("results")).hasSize(120);
            for (int i = 0; i < 120; i++) {
                JsonNode result = reply.path("results").get(i);
                Integer quantity = table.model().get(order(i));
                assertThat(result.path("status").intValue()).isEqualTo(quantity == null ? 404 : 200);
                if (quantity == null) {
                    assertThat(result.at("/problem/as_of/position").longValue()).isPositive();
                } else {
                    assertThat(result.at("/row/value/quantity").intValue()).isEqualTo(quantity);
                    assertThat(result.at("/as_of/position").longValue())
                            .isGreaterThan(result.at("/row/position/offset").longValue());
                }
            }
        }
    }

    /** Behind a load balancer the next question may go to the other instance. */
    @Test
    void audits_ofTwoInstances_areNotTakenForEachOther() {
        List<JsonNode> begun = both.stream()
                .map(server -> TableServers.json(server.post(TABLE + "/audits", "{\"kind\":\"ZOMBIES\"}")))
                .toList();

        for (int i = 0; i < 2; i++) {
            JsonNode audit = begun.get(i);
            String self = audit.path("self").textValue();
            assertThat(audit.path("id").textValue()).matches("[0-9a-f]{16}");
            assertThat(audit.path("instance").textValue()).isEqualTo("instance-" + i);
            assertThat(ok(both.get(i), self).path("id")).isEqualTo(audit.path("id"));
            assertThat(ok(both.get(i), "/v1/instance").path("instance")).isEqualTo(audit.path("instance"));
            HttpResponse<String> other = both.get(1 - i).get(self);
            assertThat(other.statusCode()).isEqualTo(404);
            assertThat(other.body()).contains("/problems/audit-not-found");
        }
    }

    @Test
    void key_explained_namesOneOwnerWhomBothKnow() {
        for (String order : table.model().keySet()) {
            JsonNode first = SharedTable.key(both.get(0), order);
            JsonNode second = SharedTable.key(both.get(1), order);
            boolean isFirst = first.path("here").booleanValue();

            assertThat(first.path("owner").textValue())
                    .isEqualTo("127.0.0.1:" + table.servers().port(isFirst ? 0 : 1));
            assertThat(second.path("owner")).isEqualTo(first.path("owner"));
            assertThat(second.path("here").booleanValue()).isNotEqualTo(isFirst);
            assertThat(second.path("partition")).isEqualTo(first.path("partition"));
            assertThat(second.path("storage_key")).isEqualTo(first.path("storage_key"));
        }
    }

    @Test
    void rows_throughAnotherInstance_haveTheSameVersion() {
        for (String order : table.model().keySet()) {
            String path = ROWS + "/" + order + "/I01";
            assertThat(both.get(0).get(path).headers().firstValue("ETag"))
                    .isPresent()
                    .isEqualTo(both.get(1).get(path).headers().firstValue("ETag"));
        }
        assertThat(both.get(0).get(TABLE).statusCode()).isEqualTo(200);
    }
}
