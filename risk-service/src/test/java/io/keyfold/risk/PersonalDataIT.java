package io.keyfold.risk;

import static io.keyfold.risk.RiskServer.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who users are, and what they have, is told to callers who may see personal data, and to nobody else. */
@ExtendWith(KeyfoldKafkaExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PersonalDataIT {

    private static final String[] READ = {"X-API-Key", "read-key"};
    private static final String[] PERSONAL = {"X-API-Key", "personal-key"};
    private static final String RULE = "open-amount";
    private static final String CANDIDATE = "{\"order_id\":\"A9\",\"item_id\":\"I1\",\"user_id\":\"USER-7\"}";

    private RiskServer server;

    @BeforeAll
    void start(KeyfoldKafka kafka, @TempDir Path stateDir) {
        server = RiskServer.start(
                RiskTopics.make(kafka),
                stateDir,
                Map.of(
                        "keyfold.api-keys.read.key-sha256",
                        sha256("read-key"),
                        "keyfold.api-keys.read.roles",
                        "keyfold-read",
                        "keyfold.api-keys.personal.key-sha256",
                        sha256("personal-key"),
                        "keyfold.api-keys.personal.roles",
                        "keyfold-read, keyfold-personal"));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            topic.upsert(
                    "A1",
                    "I1",
                    "USER-7",
                    "S1",
                    1,
                    new BigDecimal("20000.00"),
                    "PAID",
                    LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
        }
        await("the alert", () -> alerts(PERSONAL).size() == 1);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode alerts(String... key) {
        return RiskServer.read(server.get("/v1/risk/alerts", key)).path("alerts");
    }

    private static void assertHidden(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(403);
        assertThat(RiskServer.read(reply).path("type").asText()).isEqualTo("/problems/column-hidden");
        assertThat(RiskServer.read(reply).path("detail").asText())
                .isEqualTo("user_id: personal data, which the caller may not see: nor what a user has"
                        + " (expected: the role keyfold-personal)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exposure", "items", "alerts", "alert-history", "alerts/" + RULE})
    void routeOfAUser_isForThoseWhoMaySeePersonalData(String route) {
        String path = "/v1/risk/users/USER-7/" + route;

        assertHidden(server.get(path, READ));
        assertThat(server.get(path, PERSONAL).statusCode()).isEqualTo(200);
        assertThat(server.get(path).statusCode()).isEqualTo(401);
    }

    @Test
    void routesOfUsers_areAllHidden() {
        assertThat(server.operations("/v1/risk/users/")).hasSize(5); // those above
    }

    @Test
    void evaluate_isForThoseWhoMaySeePersonalData() {
        assertHidden(server.post("/v1/risk/evaluate", CANDIDATE, READ));
        assertThat(server.post("/v1/risk/evaluate", CANDIDATE, PERSONAL).statusCode())
                .isEqualTo(200);
    }

    @Test
    void health_saysWhichRulesHold_toThoseWhoAreKnown() {
        JsonNode rules =
                RiskServer.read(server.get("/health", READ)).path("details").path("risk-rules");

        assertThat(rules.path("status").asText()).isEqualTo("UP");
        assertThat(rules.path("details").path("problem").asText()).isEqualTo("none");
        assertThat(rules.path("details").path("version").asText()).hasSize(12);
    }

    @Test
    void alerts_areListedForOthersWithoutWhoseTheyAre() {
        HttpResponse<String> all = server.get("/v1/risk/alerts", READ);
        JsonNode hidden = RiskServer.read(all).path("alerts").get(0);
        JsonNode seen = alerts(PERSONAL).get(0);

        assertThat(all.body()).doesNotContain("USER-7");
        assertThat(hidden.path("user_id").isNull()).isTrue();
        assertThat(hidden.path("masked").toString()).isEqualTo("[\"user_id\"]");
        assertThat(hidden.path("rule_id").asText()).isEqualTo(RULE);
        assertThat(seen.path("user_id").asText()).isEqualTo("USER-7");
        assertThat(seen.has("masked")).isFalse();
        assertThat(server.get("/v1/risk/rules", READ).statusCode()).isEqualTo(200);
    }
}
