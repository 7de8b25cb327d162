package io.keyfold.micronaut.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.keyfold.micronaut.StillServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in where, by a real server that knows some keys and the signature of tokens. */
final class SecurityTest {

    private static final String SECRET = "a secret of the tests that is long enough";
    private static final String FORGERS_SECRET = "another secret that is as long as it must";

    private static StillServer server;

    @BeforeAll
    static void start() {
        Map<String, Object> settings = new HashMap<>(keys());
        settings.put("micronaut.security.token.jwt.signatures.secret.validation.secret", SECRET);
        server = StillServer.start(settings);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Keys called as their role, with the value {@code <role>-key}. */
    static Map<String, Object> keys() {
        Map<String, Object> settings = new HashMap<>();
        for (String role : List.of("read", "audit", "admin", "personal", "team")) {
            settings.put("keyfold.api-keys." + role + ".key-sha256", sha256(role + "-key"));
        }
        settings.put("keyfold.api-keys.read.roles", "keyfold-read");
        settings.put("keyfold.api-keys.audit.roles", List.of("keyfold-audit"));
        settings.put("keyfold.api-keys.admin.roles", "keyfold-admin");
        settings.put("keyfold.api-keys.personal.roles", "keyfold-read, keyfold-personal");
        settings.put("keyfold.api-keys.team.roles", List.of("team", "keyfold-read"));
        return settings;
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static int status(String method, String path, String key) {
        return key.equals("nobody")
                ? server.send(method, path).statusCode()
                : server.send(method, path, "X-API-Key", key + "-key").statusCode();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/tables, 401, 200, 200, 200",
        "HEAD, /v1/tables, 401, 200, 200, 200",
        "GET, /v1/tables/dwd_order_item/findings-or-not, 401, 404, 404, 404",
        "POST, /v1/tables, 401, 405, 405, 405",
        "GET, /v1/asked/x, 401, 200, 200, 200",
        "POST, /v1/asked/x/rows:batchGet, 401, 200, 200, 200",
        "POST, /v1/asked/x/audits, 401, 403, 200, 200",
        "POST, /v1/asked/x/writes, 401, 403, 403, 403",
        "GET, /beans, 401, 403, 403, 200",
        "GET, /threaddump, 401, 403, 403, 200",
        "GET, /routes, 401, 403, 403, 200",
        "POST, /refresh, 401, 403, 403, 200",
        "GET, /info, 401, 403, 403, 200",
        "GET, /loggers, 401, 404, 404, 404",
        "GET, /env, 401, 404, 404, 404",
        "POST, /stop, 401, 404, 404, 404",
        "GET, /nothing, 401, 404, 404, 404",
        "GET, /own/open, 200, 200, 200, 200",
        "GET, /own/unsaid, 401, 403, 403, 403",
        "POST, /peer/v1/questions, 200, 200, 200, 200",
        "POST, /peer/v1/asked, 401, 403, 403, 403",
        "POST, /peer/v1/team, 401, 403, 403, 403",
        "GET, /health/liveness, 200, 200, 200, 200",
        "GET, /prometheus, 200, 200, 200, 200",
        "GET, /webjars/swagger-ui/swagger-ui-bundle.js, 200, 200, 200, 200",
        "GET, /swagger/nothing.yml, 404, 404, 404, 404"
    })
    void route_eachRole_isLetInWhereItMay(String method, String path, int nobody, int read, int audit, int admin) {
        assertThat(List.of(
                        status(method, path, "nobody"),
                        status(method, path, "read"),
                        status(method, path, "audit"),
                        status(method, path, "admin")))
                .containsExactly(nobody, read, audit, admin);
    }

    @Test
    void services_ownRule_mayAskForMoreAndNotForLess() {
        assertThat(status("GET", "/v1/asked/x/team", "read")).isEqualTo(403);
        assertThat(status("POST", "/peer/v1/team", "team")).isEqualTo(200);
        assertThat(status("GET", "/v1/asked/x/team", "team")).isEqualTo(200);
        assertThat(status("POST", "/v1/asked/x/secured-writes", "team")).isEqualTo(200);
        assertThat(status("POST", "/v1/asked/x/secured-writes", "admin")).isEqualTo(403);
        assertThat(status("GET", "/v1/asked/x/anyone", "nobody")).isEqualTo(401);
        assertThat(status("GET", "/v1/asked/x/anyone", "read")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1%2Ftables",
                "/%761/tables",
                "//v1/tables",
                "/v1//tables",
                "/./v1/tables",
                "/v1/tables/",
                "/swagger-ui/../v1/tables",
                "/swagger-ui/%2e%2e/v1/tables",
                "/health/../v1/tables",
                "/peer/../v1/tables",
                "/v1/tables?x=/health",
                "/v1/tables;x=/health/",
                "/V1/tables"
            })
    void path_anySpelling_givesNobodyATable(String path) {
        HttpResponse<String> reply = server.get(path);

        assertThat(reply.statusCode()).isBetween(400, 404);
        assertThat(reply.body()).doesNotContain("dwd_order_item");
    }

    @Test
    void personalData_readAuditAndAdmin_doNotImplyIt() {
        assertThat(server.get("/v1/asked/x", "X-API-Key", "read-key").body()).isEqualTo("masked");
        assertThat(server.get("/v1/asked/x", "X-API-Key", "audit-key").body()).isEqualTo("masked");
        assertThat(server.get("/v1/asked/x", "X-API-Key", "admin-key").body()).isEqualTo("masked");
        assertThat(server.get("/v1/asked/x", "X-API-Key", "personal-key").body())
                .isEqualTo("all");
    }

    @Test
    void unauthenticated_nothingSent_isAProblemThatSaysHow() {
        HttpResponse<String> reply = server.get("/v1/tables", "Accept", "text/html");

        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"keyfold\"");
        assertThat(reply.body())
                .isEqualTo("{\"type\":\"/problems/unauthenticated\",\"title\":\"It is not known who asks\","
                        + "\"status\":401,\"detail\":\"Send a key or a token: Authorization: Bearer …, or a key as"
                        + " X-API-Key\"}");
    }

    @Test
    void forbidden_aProblem_namesTheRole() {
        HttpResponse<String> reply = server.send("POST", "/v1/asked/x/audits", "X-API-Key", "read-key");

        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"keyfold\", error=\"insufficient_scope\", scope=\"keyfold-audit\"");
        assertThat(reply.body())
                .isEqualTo("{\"type\":\"/problems/forbidden\",\"title\":\"The caller may not do this\","
                        + "\"status\":403,\"detail\":\"The caller does not have the role keyfold-audit\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"wrong-key", "read-ke", "read-keys", "READ-KEY", "", "é", "a.b.c", "eyJhbGciOiJub25lIn0.e30."})
    void key_notRight_isUnknown(String key) {
        HttpResponse<String> reply = server.send(server.request("/v1/tables")
                .header("Authorization", "Bearer " + key)
                .build());

        assertThat(reply.statusCode()).isEqualTo(401);
    }

    @Test
    void key_unknown_isCalledInvalid() {
        HttpResponse<String> reply = server.get("/v1/tables", "X-API-Key", "wrong-key");

        assertThat(reply.headers().firstValue("WWW-Authenticate"))
                .contains("Bearer realm=\"keyfold\", error=\"invalid_token\"");
        assertThat(reply.body()).contains("/problems/unauthenticated").doesNotContain("wrong-key");
    }

    @Test
    void key_asBearer_isAsGoodAsInItsHeader() {
        assertThat(server.get("/v1/tables", "Authorization", "Bearer read-key").statusCode())
                .isEqualTo(200);
    }

    @Test
    void key_hashSentInItsPlace_isUnknown() {
        assertThat(server.get("/v1/tables", "X-API-Key", sha256("read-key")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void token_signed_givesItsRoles() throws JOSEException {
        assertThat(withToken("GET", "/v1/tables", signed(SECRET, 60, "keyfold-read")))
                .isEqualTo(200);
        assertThat(withToken("POST", "/v1/asked/x/audits", signed(SECRET, 60, "keyfold-read")))
                .isEqualTo(403);
        assertThat(withToken("POST", "/v1/asked/x/audits", signed(SECRET, 60, "keyfold-admin")))
                .isEqualTo(200);
    }

    @Test
    void token_forgedExpiredOrUnsigned_isUnknown() throws JOSEException {
        assertThat(withToken("GET", "/v1/tables", signed(FORGERS_SECRET, 60, "keyfold-admin")))
                .isEqualTo(401);
        assertThat(withToken("GET", "/v1/tables", signed(SECRET, -60, "keyfold-admin")))
                .isEqualTo(401);
        assertThat(withToken("GET", "/v1/tables", unsigned())).isEqualTo(401);
    }

    @Test
    void token_unsignedWhereOnlyKeysAreSet_isUnknown() {
        try (StillServer keysAlone = StillServer.start(keys())) {
            assertThat(keysAlone
                            .get("/v1/tables", "Authorization", "Bearer " + unsigned())
                            .statusCode())
                    .isEqualTo(401);
            assertThat(keysAlone
                            .get("/v1/tables", "Authorization", "Bearer read-key")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void metrics_notAnonymous_needRead() {
        Map<String, Object> settings = keys();
        settings.put("keyfold.metrics.anonymous", "false");
        try (StillServer closed = StillServer.start(settings)) {
            assertThat(closed.get("/prometheus").statusCode()).isEqualTo(401);
            assertThat(closed.get("/metrics").statusCode()).isEqualTo(401);
            assertThat(closed.get("/prometheus", "X-API-Key", "read-key").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void endpoints_madeInsensitive_stayWithAdministrators() {
        Map<String, Object> settings = keys();
        settings.put("endpoints.all.sensitive", "false");
        settings.put("endpoints.all.enabled", "true");
        settings.put("endpoints.loggers.write-sensitive", "false");
        try (StillServer open = StillServer.start(settings)) {
            for (String path : List.of("/env", "/beans", "/loggers", "/threaddump", "/routes")) {
                assertThat(open.get(path).statusCode()).as(path).isEqualTo(401);
                assertThat(open.get(path, "X-API-Key", "audit-key").statusCode())
                        .as(path)
                        .isEqualTo(403);
            }
            assertThat(open.send(open.request("/loggers/ROOT")
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"configuredLevel\":\"DEBUG\"}"))
                                    .build())
                            .statusCode())
                    .isEqualTo(401);
            assertThat(open.get("/env", "X-API-Key", "admin-key").body())
                    .contains("keyfold.api-keys.read.key-sha256")
                    .doesNotContain(sha256("read-key"));
        }
    }

    @Test
    void off_onThisMachine_everyoneMayReadAndNobodyAdministrate() {
        try (StillServer off = StillServer.start(Map.of("micronaut.server.host", "127.0.0.1"))) {
            assertThat(off.get("/v1/tables").statusCode()).isEqualTo(200);
            assertThat(off.get("/v1/asked/x").body()).isEqualTo("all");
            assertThat(off.send("POST", "/v1/asked/x/audits").statusCode()).isEqualTo(200);
            assertThat(off.get("/nothing").statusCode()).isEqualTo(404);
            for (String path : List.of("/beans", "/threaddump", "/routes", "/info")) {
                HttpResponse<String> reply = off.get(path);
                assertThat(reply.statusCode()).as(path).isEqualTo(401);
                assertThat(reply.body()).contains("/problems/unauthenticated");
            }
        }
    }

    private static int withToken(String method, String path, String token) {
        return server.send(method, path, "Authorization", "Bearer " + token).statusCode();
    }

    private static String signed(String secret, int expiresInSeconds, String role) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims(expiresInSeconds, role));
        token.sign(new MACSigner(secret));
        return token.serialize();
    }

    private static String unsigned() {
        return new PlainJWT(claims(60, "keyfold-admin")).serialize();
    }

    private static JWTClaimsSet claims(int expiresInSeconds, String role) {
        return new JWTClaimsSet.Builder()
                .subject("someone")
                .claim("roles", List.of(role))
                .expirationTime(Date.from(Instant.now().plusSeconds(expiresInSeconds)))
                .build();
    }
}
