package io.keyfold.risk;

import static io.keyfold.risk.RiskServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.client.ClientTable;
import io.keyfold.query.Scan;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What callers are told: exposures, alerts, their history and explanation, rules, what if. Each test has users of its own. */
@ExtendWith(KeyfoldKafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RiskApiIT {

    private static final String RULES = """
            statuses: {cancelled: [CANCELLED, 已退款], done: [DONE]}
            rules:
              - {id: open-amount, kind: exposure-above, severity: high, limit: %s}
              - {id: amount-jump, kind: amount-jump, factor: 3, min-difference: 100}
              - {id: busy, kind: exposure-above, severity: low, measure: items, limit: 2, within: 5m}
              - {id: rush, kind: many-users-on-sku, limit: 3, within: 10m}
            """;

    private static final Pattern OPEN = Pattern.compile("keyfold_risk_alerts_open\\{rule=\"open-amount\"} [1-9]");

    private RiskServer server;
    private UpsertTopic topic;
    private Path rulesFile;

    @BeforeAll
    void start(KeyfoldKafka kafka, @TempDir Path directory) throws IOException {
        rulesFile = Files.writeString(directory.resolve("rules.yml"), RULES.formatted("1000.00"));
        server = RiskServer.start(
                RiskTopics.make(kafka),
                directory.resolve("state"),
                Map.of("risk.rules-file", rulesFile.toString(), "risk.rules-check", "100ms"));
        topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract());
    }

    @AfterAll
    void stop() {
        topic.close();
        server.close();
    }

    private void upsert(
            String order, String item, String user, String sku, @Nullable String amount, @Nullable String status) {
        topic.upsert(
                order,
                item,
                user,
                sku,
                1,
                amount == null ? null : new BigDecimal(amount),
                status,
                LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
    }

    private void awaitExposure(String user, int items, String openAmount) {
        await(user + " to have " + items + " items of " + openAmount, () -> {
            JsonNode sum = server.json("/v1/risk/users/" + user + "/exposure").path("exposure");
            return sum.path("items").intValue() == items
                    && sum.path("open_amount").asText().equals(openAmount);
        });
    }

    private List<String> openRules(String user) {
        JsonNode reply = server.json("/v1/risk/users/" + user + "/alerts");
        assertThat(reply.path("complete").booleanValue()).isTrue();
        return StreamSupport.stream(reply.path("alerts").spliterator(), false)
                .map(alert -> alert.path("rule_id").asText())
                .toList();
    }

    private void awaitAlerts(String user, String... rules) {
        await(user + " to have " + List.of(rules), () -> openRules(user).equals(List.of(rules)));
    }

    @Test
    void exposure_insertUpdateMoveDelete_follows() {
        awaitExposure("E01", 0, "0.00");

        upsert("E1", "I01", "E01", "S1", "19.90", "CREATED");
        upsert("E1", "I02", "E01", "S1", "100.00", "PAID");
        upsert("E1", "I03", "E/2", "S1", "0.10", "PAID");
        awaitExposure("E01", 2, "119.90");
        awaitExposure("E%2F2", 1, "0.10");

        upsert("E1", "I02", "E01", "S1", "1000.05", "已退款");
        awaitExposure("E01", 2, "19.90");

        upsert("E1", "I01", "E/2", "S2", "19.90", null);
        awaitExposure("E01", 1, "0.00");
        awaitExposure("E%2F2", 2, "20.00");

        topic.tombstone("E1", "I02");
        awaitExposure("E01", 0, "0.00");
    }

    @Test
    void exposure_reply_saysWhatItIsAndAsOfWhen() {
        upsert("F1", "I01", "F01", "S3", "19.90", "PAID");
        upsert("F1", "I02", "F01", "S4", null, null);
        upsert("F1", "I03", "F01", "S3", "5.00", "CANCELLED");
        awaitExposure("F01", 3, "19.90");

        JsonNode reply = server.json("/v1/risk/users/F01/exposure");

        assertThat(reply.path("user_id").textValue()).isEqualTo("F01");
        String sum = "{\"items\":3,\"open_amount\":\"19.90\",\"cancelled\":1,\"cancelled_share\":\"0.3333\","
                + "\"largest_item\":\"19.90\",\"distinct_skus\":2}";
        assertThat(reply.path("exposure").toString()).isEqualTo(sum);
        assertThat(reply.path("by_status").toString())
                .isEqualTo("[{\"status\":\"CANCELLED\",\"items\":1,\"amount\":\"5.00\"},"
                        + "{\"status\":\"PAID\",\"items\":1,\"amount\":\"19.90\"},"
                        + "{\"status\":null,\"items\":1,\"amount\":\"0.00\"}]");
        assertThat(reply.path("trailing"))
                .hasSize(3)
                .allSatisfy(trailing ->
                        assertThat(trailing.path("exposure").toString()).isEqualTo(sum));
        assertThat(reply.path("stale")).isEmpty();
        await(
                "positions of all partitions",
                () -> server.json("/v1/risk/users/F01/exposure").path("as_of").size() == 3);
    }

    @Test
    void alert_whoseItemIsVoided_closesEverywhereAndStaysInTheHistory() {
        upsert("G1", "I01", "G01", "S5", "900.00", "PAID");
        upsert("G1", "I02", "G01", "S5", "200.00", "PAID");
        awaitAlerts("G01", "open-amount");

        JsonNode explained = server.json("/v1/risk/users/G01/alerts/open-amount");
        assertThat(explained.path("alert").path("why").asText())
                .isEqualTo("The open amount is 1100.00, above the limit of 1000.00.");
        assertThat(explained.path("items")).hasSize(2);
        assertThat(explained.path("items").get(0).path("position").path("topic").asText())
                .isEqualTo(server.contract().topic());
        ClientTable<AlertRow> table =
                server.client().table(server.topics().alerts()).as(AlertRow.class);
        assertThat(table.scan(Scan.prefix("G01")).entries())
                .extracting(row -> row.value().toAlert().value())
                .containsExactly(new BigDecimal("1100.0000"));

        topic.tombstone("G1", "I02");
        awaitAlerts("G01");

        JsonNode events = server.json("/v1/risk/users/G01/alert-history").path("events");
        assertThat(events).hasSize(2);
        assertThat(events.get(0).path("event").asText()).isEqualTo("closed");
        assertThat(events.get(1).path("event").asText()).isEqualTo("opened");
        assertThat(events.get(1).path("value").asText()).isEqualTo("1100.0000");
        assertThat(server.get("/v1/risk/users/G01/alerts/open-amount").statusCode())
                .isEqualTo(404);
        assertThat(table.scan(Scan.prefix("G01")).entries()).isEmpty();
    }

    @Test
    void alertOfAnItem_namesTheItem() {
        upsert("H1", "I01", "H01", "S6", "10.00", "PAID");
        awaitExposure("H01", 1, "10.00");

        upsert("H1", "I01", "H01", "S6", "500.00", "PAID");
        awaitAlerts("H01", "amount-jump");

        JsonNode explained = server.json("/v1/risk/users/H01/alerts/amount-jump");
        assertThat(explained.path("alert").path("items").toString())
                .isEqualTo("[{\"order_id\":\"H1\",\"item_id\":\"I01\"}]");
        assertThat(explained.path("items").get(0).path("amount").asText()).isEqualTo("500.00");
    }

    @Test
    void alertOfTheLastMinutes_isExplainedByTheItemsThatWereChangedInThem() {
        LocalDateTime old = LocalDateTime.now(ZoneOffset.UTC).minusHours(2).truncatedTo(ChronoUnit.MILLIS);
        topic.upsert("N1", "I00", "N01", "S12", 1, new BigDecimal("1.00"), "PAID", old);
        for (String item : List.of("I01", "I02", "I03")) {
            upsert("N1", item, "N01", "S12", "1.00", "PAID");
        }
        awaitAlerts("N01", "busy");

        JsonNode explained = server.json("/v1/risk/users/N01/alerts/busy");

        assertThat(explained.path("items"))
                .extracting(item -> item.path("item_id").asText())
                .containsExactly("I03", "I02", "I01");
        assertThat(explained.path("more").booleanValue()).isFalse();
    }

    @Test
    void evaluate_saysWhichRulesWouldFireAndWritesNothing() {
        upsert("J1", "I01", "J01", "S7", "600.00", "PAID");
        upsert("J1", "I02", "J02", "S7", "1.00", "PAID");
        upsert("J1", "I03", "J03", "S8", "1.00", "PAID");
        awaitExposure("J01", 1, "600.00");
        awaitExposure("J02", 1, "1.00");

        JsonNode more = evaluate("{\"order_id\":\"J9\",\"item_id\":\"I1\",\"user_id\":\"J01\",\"amount\":400.01}");
        JsonNode changed = evaluate(
                "{\"order_id\":\"J1\",\"item_id\":\"I01\",\"user_id\":\"J01\",\"sku_id\":\"S7\",\"amount\":1800.01}");
        JsonNode few =
                evaluate("{\"order_id\":\"J9\",\"item_id\":\"I1\",\"user_id\":\"J01\",\"sku_id\":\"S7\",\"amount\":1}");
        JsonNode third =
                evaluate("{\"order_id\":\"J9\",\"item_id\":\"I1\",\"user_id\":\"J03\",\"sku_id\":\"S7\",\"amount\":1}");

        assertThat(fired(more)).containsExactly("open-amount");
        assertThat(more.path("exposure").path("open_amount").asText()).isEqualTo("1000.01");
        assertThat(fired(changed)).containsExactly("open-amount", "amount-jump");
        assertThat(fired(few)).isEmpty();
        assertThat(few.path("fires").booleanValue()).isFalse();
        assertThat(fired(third)).containsExactly("rush");
        assertThat(third.path("as_of")).isNotEmpty();
        assertThat(openRules("J01")).isEmpty();
        awaitExposure("J01", 1, "600.00");
    }

    private JsonNode evaluate(String candidate) {
        return RiskServer.read(server.post("/v1/risk/evaluate", candidate));
    }

    private static List<String> fired(JsonNode reply) {
        assertThat(reply.path("rules")).as(reply.toString()).isNotEmpty();
        return StreamSupport.stream(reply.path("rules").spliterator(), false)
                .filter(rule -> rule.path("fires").booleanValue())
                .map(rule -> rule.path("rule_id").asText())
                .toList();
    }

    @Test
    void evaluate_whatIsNoItem_isRefusedInWords() {
        assertThat(refused("{\"order_id\":\"J9\",\"item_id\":\"I1\"}"))
                .isEqualTo("body: user_id: missing (expected: a text)");
        assertThat(refused("{\"order_id\":\"J9\",\"item_id\":\"I1\",\"user_id\":\"U\",\"amount\":1.001}"))
                .isEqualTo("body: amount: no DECIMAL(18, 2) (expected: as many digits at the most)");
        assertThat(refused("{\"order_id\":\"J9\",\"item_id\":\"I1\",\"user_id\":\"U\",\"update_time\":\"now\"}"))
                .isEqualTo("body: update_time: no time (expected: such as 2024-01-15 10:30:00)");
        assertThat(refused("{\"order\":\"J9\"}")).startsWith("body: order: unknown (expected: one of [");
        assertThat(refused("{\"quantity\":\"many\"}")).isEqualTo("body: quantity: of another type than its column");
        assertThat(refused("[]")).isEqualTo("body: no item (expected: an object)");
        assertThat(refused("{torn")).isEqualTo("body: not valid JSON");
    }

    private String refused(String candidate) {
        HttpResponse<String> reply = server.post("/v1/risk/evaluate", candidate);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
        return RiskServer.read(reply).path("detail").asText();
    }

    @Test
    void items_ofAUser_areListedWithTheirRecords() {
        upsert("K1", "I01", "K01", "S9", "1.00", "PAID");
        upsert("K1", "I02", "K01", "S9", "2.00", "PAID");
        await(
                "two items",
                () -> server.json("/v1/risk/users/K01/items").path("items").size() == 2);

        JsonNode reply = server.json("/v1/risk/users/K01/items");

        assertThat(reply.path("items").get(0).path("item_id").asText()).isEqualTo("I02");
        assertThat(reply.path("items").get(0).path("position").has("offset")).isTrue();
        assertThat(reply.path("complete").booleanValue()).isTrue();
    }

    @Test
    void alerts_areListedByRuleAndBounded() {
        upsert("L1", "I01", "L01", "S10", "5000.00", "PAID");
        awaitAlerts("L01", "open-amount");

        assertThat(server.json("/v1/risk/alerts?rule_id=open-amount").path("alerts"))
                .isNotEmpty();
        assertThat(server.json("/v1/risk/alerts?rule_id=none").path("alerts")).isEmpty();
        assertThat(server.json("/v1/risk/alerts?limit=1").path("alerts")).hasSize(1);
        assertThat(RiskServer.read(server.get("/v1/risk/alerts?limit=0"))
                        .path("detail")
                        .asText())
                .isEqualTo("limit: 0 (expected: 1 .. 1000)");
    }

    @Test
    void rules_thatChangeWhileItRuns_areTakenAndCounted() throws IOException {
        upsert("M1", "I01", "M01", "S11", "800.00", "PAID");
        awaitExposure("M01", 1, "800.00");
        assertThat(openRules("M01")).isEmpty();

        replace("{torn");
        await(
                "the problem",
                () -> server.json("/v1/risk/rules").path("problem").asText().contains("Cannot"));
        assertThat(server.get("/prometheus").body()).contains("keyfold_risk_rules_problem 1.0");
        replace(RULES.formatted("700.00"));
        awaitAlerts("M01", "open-amount");

        assertThat(server.get("/prometheus").body()).contains("keyfold_risk_rules_problem 0.0");
        JsonNode rules = server.json("/v1/risk/rules");
        JsonNode rule = rules.path("rules").get(0);
        assertThat(rules.path("problem").isNull()).isTrue();
        assertThat(rule.path("settings").toString())
                .isEqualTo("{\"kind\":\"exposure-above\",\"measure\":\"open-amount\",\"limit\":\"700.00\"}");
        assertThat(rule.path("open").longValue()).isPositive();
        assertThat(rule.path("opened").longValue()).isPositive();
        assertThat(server.get("/prometheus").body())
                .contains("keyfold_risk_alerts_total{event=\"opened\",rule=\"open-amount\"}");
        String version = rules.path("version").asText();
        await("the gauges", () -> {
            String metrics = server.get("/prometheus").body();
            return metrics.contains("keyfold_risk_rules{version=\"" + version + "\"} 1.0")
                    && OPEN.matcher(metrics).find()
                    && metrics.contains("keyfold_risk_alerts_open{rule=\"amount-jump\"}");
        });

        replace(RULES.formatted("1000.00"));
        awaitAlerts("M01");
    }

    /** At once, as an editor of a mounted file does. */
    private void replace(String text) throws IOException {
        Path next = Files.writeString(rulesFile.resolveSibling("next.yml"), text);
        Files.move(next, rulesFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void meters_ofTheService_areInTheReadme() throws IOException {
        awaitExposure("O01", 0, "0.00");
        upsert("O1", "I01", "O01", "S13", "5000.00", "PAID");
        awaitAlerts("O01", "open-amount");
        await("the gauges", () -> server.get("/prometheus").body().contains("keyfold_risk_alerts_open"));

        Set<String> exported = Pattern.compile("(?m)^keyfold_risk_\\w+")
                .matcher(server.get("/prometheus").body())
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());

        assertThat(exported)
                .contains("keyfold_risk_alerts_total")
                .allSatisfy(name -> assertThat(Path.of("README.md")).content().contains("| `" + name + "` |"));
    }

    @Test
    void openApi_document_describesBothDoorsAndLoadsNothingFromElsewhere() {
        String document = server.get("/swagger/risk-service-v1.yml").body();
        String page = server.get("/swagger-ui").body();

        assertThat(document)
                .contains("/v1/risk/users/{user_id}/exposure:")
                .contains("/v1/risk/evaluate:")
                .contains("/v1/tables/{table}/rows/{key}:")
                .contains("application/problem+json");
        assertThat(page).contains("/swagger/risk-service-v1.yml").doesNotContain("https://");
        assertThat(server.get("/webjars/swagger-ui/swagger-ui-bundle.js").statusCode())
                .isEqualTo(200);
    }
}
