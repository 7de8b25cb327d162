package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.micronaut.access.Access;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Indexes and totals over real HTTP, and what a caller sees who may not see personal data. */
final class IndexesAndTotalsApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TABLE = "/v1/tables/dwd_order_item";
    private static final String BY_USER = TABLE + "/indexes/by_user/rows";
    private static final String BY_SKU = TABLE + "/indexes/by_status_and_sku/rows";
    private static final String TOTALS = TABLE + "/totals/";
    private static final String STRANGER = "X-Stranger";
    private static final LocalDateTime NOON = LocalDateTime.of(2024, 1, 15, 12, 0);

    @TempDir
    static Path stateDir;

    private static TableServer server;

    @BeforeAll
    static void writeRowsAndStart() {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 3);
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            write(topic, "A1", "U1", "SKU-41", "1E+2", "PAID", NOON);
            write(topic, "A2", "U1", "SKU-42", "0.05", "PAID", NOON.plusSeconds(30));
            write(topic, "A3", "U2", "SKU-5", "20.50", "PAID", NOON.plusMinutes(1));
            write(topic, "A4", null, "SKU-41", null, "CREATED", NOON.plusDays(1));
        }
        Map<String, Object> settings = TableServer.settings(
                KAFKA.bootstrapServers(),
                KAFKA.uniqueName("indexed"),
                stateDir,
                "dwd_order_item",
                contract.topic(),
                contract.topic() + ".dlq");
        String table = "keyfold.tables.dwd_order_item.";
        settings.put(table + "indexes.by_user", "user_id");
        settings.put(table + "indexes.by_status_and_sku", "order_status, sku_id");
        settings.put(table + "totals.amount_by_status", "sum(amount) by order_status");
        settings.put(table + "totals.items", "count()");
        settings.put(table + "totals.by_minute", "count() by order_status, minute(update_time)");
        settings.put(table + "totals.by_day", "max(update_time) by day(update_time)");
        settings.put(table + "totals.dearest", "top(2, amount) by order_status");
        settings.put(table + "indexes.by_status_and_user", "order_status, user_id");
        settings.put(table + "totals.last_users", "top(2, user_id) by order_status");
        settings.put(table + "totals.last_user", "max(user_id) by order_status");
        settings.put(table + "totals.by_user_and_status", "count() by user_id, order_status");
        settings.put(table + "totals.users", "min(user_id) by user_id");
        settings.put("keyfold.limits.scan-rows", 2);
        Access access = request -> !request.getHeaders().contains(STRANGER);
        server = TableServer.start(settings, access).awaitReady();
        TableServer.await(
                "the projections to be built",
                () -> server.consumer().table("dwd_order_item").status().isBuilt());
    }

    private static void write(
            UpsertTopic topic,
            String order,
            @Nullable String user,
            String sku,
            @Nullable String amount,
            String status,
            LocalDateTime time) {
        Map<String, Object> row = new HashMap<>(Map.of(
                "order_id", order, "item_id", "I01", "sku_id", sku, "order_status", status, "update_time", time));
        if (user != null) {
            row.put("user_id", user);
        }
        if (amount != null) {
            row.put("amount", new BigDecimal(amount));
        }
        topic.upsert(row);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode ok(String path, String... headers) throws IOException {
        HttpResponse<String> response = server.get(path, headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static List<String> orders(String path, String... headers) throws IOException {
        List<String> orders = new ArrayList<>();
        ok(path, headers)
                .path("rows")
                .forEach(row -> orders.add(row.at("/key/order_id").textValue()));
        return orders;
    }

    private static List<String> groups(String path, String... headers) throws IOException {
        List<String> groups = new ArrayList<>();
        ok(path, headers).path("groups").forEach(group -> groups.add(group.toString()));
        return groups;
    }

    @Test
    void index_equalNullAndAll_areInItsOrder() throws IOException {
        assertThat(orders(BY_USER + "?user_id=U1")).containsExactly("A1", "A2");
        assertThat(orders(BY_USER + "?user_id.null=true")).containsExactly("A4");
        assertThat(orders(BY_USER)).containsExactly("A4", "A1", "A2", "A3");
        assertThat(orders(BY_USER + "?order=desc")).containsExactly("A3", "A2", "A1", "A4");
    }

    @Test
    void index_prefixAndBoundsBehindEqual_areOfTheNextColumn() throws IOException {
        assertThat(orders(BY_SKU + "?order_status=PAID&sku_id.prefix=SKU-4")).containsExactly("A1", "A2");
        assertThat(orders(BY_SKU + "?sku_id.from=SKU-42&order_status=PAID")).containsExactly("A2", "A3");
        assertThat(orders(BY_SKU + "?order_status=PAID&sku_id.from=SKU-42&sku_id.to=SKU-5"))
                .containsExactly("A2");
    }

    @Test
    void index_pages_haveEachRowOnceAndTokensOfTheirOwn() throws IOException {
        List<String> walked = new ArrayList<>();
        String token = "";
        do {
            JsonNode page = ok(BY_USER + "?page_size=1" + token);
            walked.add(page.at("/rows/0/key/order_id").textValue());
            token = page.path("next_page_token").isNull()
                    ? ""
                    : "&page_token=" + page.path("next_page_token").textValue();
        } while (!token.isEmpty());
        String other = ok(BY_USER + "?page_size=1").path("next_page_token").textValue();

        assertThat(walked).containsExactly("A4", "A1", "A2", "A3");
        assertThat(server.get(BY_SKU + "?page_token=" + other).body()).contains("/problems/token-of-another-question");
    }

    @Test
    void index_wrongQuestion_isRefusedByName() {
        assertThat(server.get(TABLE + "/indexes/nope/rows").statusCode()).isEqualTo(404);
        assertThat(server.get(TABLE + "/indexes/nope/rows").body())
                .contains("/problems/index-not-found", "dwd_order_item has no such index", "by_user");
        assertThat(server.get(BY_USER + "?sku_id=x").body())
                .contains(
                        "sku_id: no column of the index (expected: one of [user_id], with .from, .to, .prefix or .null,");
        assertThat(server.get(BY_SKU + "?sku_id=x").body()).contains("order_status: missing, sku_id is given");
    }

    @Test
    void total_groups_areExactAndNamedAsDeclared() throws IOException {
        assertThat(server.get(TOTALS + "amount_by_status").body())
                .startsWith("{\"groups\":[{\"group\":{\"order_status\":\"CREATED\"},\"rows\":1,\"value\":null},"
                        + "{\"group\":{\"order_status\":\"PAID\"},\"rows\":3,\"value\":120.55}],\"complete\":true,");
        assertThat(groups(TOTALS + "items")).containsExactly("{\"group\":{},\"rows\":4,\"value\":4}");
        assertThat(groups(TOTALS + "by_minute?order_status=PAID&minute(update_time).from=2024-01-15%2012:01:00"))
                .containsExactly(
                        "{\"group\":{\"order_status\":\"PAID\",\"minute(update_time)\":\"2024-01-15 12:01:00\"},"
                                + "\"rows\":1,\"value\":1}");
        assertThat(groups(TOTALS + "by_day?day(update_time)=2024-01-15"))
                .containsExactly("{\"group\":{\"day(update_time)\":\"2024-01-15\"},\"rows\":3,"
                        + "\"value\":\"2024-01-15 12:01:00\"}");
    }

    @Test
    void total_top_hasKeysAndLinks() {
        assertThat(server.get(TOTALS + "dearest?order_status=PAID").body())
                .startsWith("{\"groups\":[{\"group\":{\"order_status\":\"PAID\"},\"rows\":3,\"value\":null,\"top\":["
                        + "{\"value\":100.00,\"key\":{\"order_id\":\"A1\",\"item_id\":\"I01\"},\"self\":\"" + TABLE
                        + "/rows/A1/I01\"},{\"value\":20.50,\"key\":{\"order_id\":\"A3\",\"item_id\":\"I01\"},\"self\":\""
                        + TABLE + "/rows/A3/I01\"}]}],");
    }

    @Test
    void total_orderGreatestAndPages() throws IOException {
        assertThat(ok(TOTALS + "amount_by_status?order=greatest&page_size=1")
                        .at("/groups/0/group/order_status")
                        .textValue())
                .isEqualTo("PAID");
        List<String> walked = new ArrayList<>();
        String token = "";
        do {
            JsonNode page = ok(TOTALS + "by_minute?order=desc&page_size=1" + token);
            walked.add(page.at("/groups/0/group").toString());
            token = page.path("next_page_token").isNull()
                    ? ""
                    : "&page_token=" + page.path("next_page_token").textValue();
        } while (!token.isEmpty());

        assertThat(walked).hasSize(3).doesNotHaveDuplicates();
        assertThat(walked.get(0)).contains("PAID", "12:01:00");
        assertThat(walked.get(2)).contains("CREATED");
    }

    @Test
    void total_wrongQuestion_isRefusedByName() {
        assertThat(server.get(TOTALS + "nope").statusCode()).isEqualTo(404);
        assertThat(server.get(TOTALS + "nope").body()).contains("/problems/total-not-found");
        assertThat(server.get(TOTALS + "by_day?day(update_time)=x").body())
                .contains("day(update_time): no day (expected: one such as 2024-01-15)");
        assertThat(server.get(TOTALS + "by_minute?order_status=A&minute(update_time)=2024-01-15%2012:01:30")
                        .body())
                .contains("/problems/bad-parameter", "expected: a whole minute");
        assertThat(server.get(TOTALS + "dearest?order=greatest").body()).contains("/problems/bad-parameter");
        assertThat(server.get(TOTALS + "by_minute?order=greatest").body())
                .contains("/problems/bad-parameter", "of more than 2 groups (expected: a question about fewer)");
    }

    @Test
    void table_declarations_areListedWithLinks() throws IOException {
        JsonNode table = ok(TABLE);

        for (JsonNode index : table.path("indexes")) {
            assertThat(ok(index.path("rows").textValue()).path("rows")).hasSize(4);
        }
        assertThat(table.path("indexes")).hasSize(3);
        assertThat(table.path("totals")).hasSize(9);
        for (JsonNode total : table.path("totals")) {
            assertThat(ok(total.path("groups").textValue()).path("groups")).isNotEmpty();
        }
        assertThat(table.path("totals").toString())
                .contains("\"measure\":\"sum(amount)\",\"group_by\":[\"order_status\"]");
    }

    @Test
    void stranger_rows_haveNoPersonalData() throws IOException {
        JsonNode row = ok(TABLE + "/rows/A1/I01", STRANGER, "1");

        assertThat(row.at("/value/user_id").isNull()).isTrue();
        assertThat(row.path("masked").toString()).isEqualTo("[\"user_id\"]");
        assertThat(server.get(TABLE + "/rows/A1/I01", STRANGER, "1").body()).contains("\"amount\":1E+2,");
        assertThat(ok(TABLE + "/rows/A1/I01").has("masked")).isFalse();
        assertThat(ok(TABLE + "/rows/A1/I01?fields=amount", STRANGER, "1").has("masked"))
                .isFalse();
        for (String path :
                List.of(TABLE + "/rows", BY_SKU, BY_SKU + "?page_size=1", TABLE + "/rows?values=canonical")) {
            assertThat(server.get(path, STRANGER, "1").body())
                    .doesNotContain("U1")
                    .doesNotContain("U2");
        }
    }

    @Test
    void stranger_versions_areOthers() {
        String own =
                server.get(TABLE + "/rows/A1/I01").headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> response = server.get(TABLE + "/rows/A1/I01", STRANGER, "1", "If-None-Match", own);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Cache-Control")).contains("private, no-cache");
    }

    @Test
    void stranger_groupsAndValues_areHidden() throws IOException {
        assertThat(groups(TOTALS + "users", STRANGER, "1"))
                .hasSize(3)
                .allMatch(group -> group.startsWith("{\"group\":{\"user_id\":null},\"rows\":")
                        && group.endsWith("\"value\":null,\"masked\":[\"user_id\",\"min(user_id)\"]}"));
        assertThat(groups(TOTALS + "users").get(1))
                .isEqualTo("{\"group\":{\"user_id\":\"U1\"},\"rows\":2,\"value\":\"U1\"}");
    }

    /** Or its values could be found by halving. */
    @Test
    void stranger_boundsOfAHiddenColumn_areRefused() throws IOException {
        for (String query : List.of("?user_id.from=U1", "?user_id.to=U2", "?user_id.prefix=U")) {
            OrderItems.assertProblem(
                    server.get(BY_USER + query, STRANGER, "1"),
                    403,
                    "/problems/column-hidden",
                    "user_id: bounds of a column with personal data, which the caller may not see (expected: a value)");
        }
        assertThat(server.get(TOTALS + "users?user_id.from=U1", STRANGER, "1").statusCode())
                .isEqualTo(403);
        assertThat(orders(BY_USER + "?user_id=U1", STRANGER, "1")).containsExactly("A1", "A2");
    }

    /** Or what is shown would be ranked by what is hidden. */
    @Test
    void stranger_orderOfAHiddenColumn_isRefused() throws IOException {
        String byStatusAndUser = TABLE + "/indexes/by_status_and_user/rows";
        Map<String, String> refused = Map.of(
                BY_USER,
                "user_id",
                BY_USER + "?order=desc",
                "user_id",
                byStatusAndUser + "?order_status=PAID",
                "user_id",
                TOTALS + "by_user_and_status",
                "user_id",
                TOTALS + "last_user?order=greatest",
                "max(user_id)",
                TOTALS + "last_users",
                "top(2, user_id)",
                TOTALS + "last_users?order_status=PAID",
                "top(2, user_id)");

        refused.forEach((path, named) -> {
            HttpResponse<String> response = server.get(path, STRANGER, "1");
            assertThat(response.statusCode()).as(path).isEqualTo(403);
            assertThat(response.body())
                    .contains(
                            "/problems/column-hidden",
                            named + ": the order of a column with personal data, which the caller may not see");
            assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
        });
        assertThat(orders(byStatusAndUser + "?order_status=PAID&user_id=U1&order=desc", STRANGER, "1"))
                .containsExactly("A2", "A1");
        assertThat(groups(TOTALS + "by_user_and_status?user_id=U1", STRANGER, "1"))
                .hasSize(1);
        assertThat(groups(TOTALS + "last_user?order=desc", STRANGER, "1")).hasSize(2);
    }
}
