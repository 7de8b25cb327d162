package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bad requests of every kind get problems, or a bare status where they cannot be read at all; never a failure, never an inside. */
final class FuzzedRequestsTest {

    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 600);
    private static final int LONGEST_MS = 60_000;
    private static final Set<Integer> BARE = Set.of(400, 413, 414, 431);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String[] METHODS = {
        "GET",
        "GET",
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "DELETE",
        "PATCH",
        "OPTIONS",
        "TRACE",
        "CONNECT",
        "FOO",
        "get",
        "G\u00e9T"
    };
    private static final String[] PATHS = {
        "/",
        "/v1/tables",
        "/v1/tables/dwd_order_item",
        "/v1/tables/dwd_order_item/rows",
        "/v1/tables/dwd_order_item/rows/A/I",
        "/v1/tables/dwd_order_item/rows:count",
        "/v1/tables/dwd_order_item/rows:batchGet",
        "/v1/tables/dwd_order_item/audits",
        "/v1/tables/dwd_order_item/audits/1",
        "/v1/tables/dwd_order_item/findings",
        "/v1/tables/dwd_order_item/key",
        "/v1/tables/dwd_order_item/indexes/i/rows",
        "/v1/tables/dwd_order_item/totals/t",
        "/v1/tables/none/rows",
        "/v1/instance",
        "/v1/slow/a",
        "/peer/v1/questions",
        "/health",
        "/loggers/ROOT",
        "/swagger/x",
        "/nothing",
        "*",
        "http://[bad/v1/tables",
        "//v1/tables",
        "/v1/tables/../../etc/passwd",
        "v1/tables"
    };
    private static final String[] TAILS = {
        "",
        "",
        "?",
        "?limit=0",
        "?limit=-1",
        "?limit=9999999999",
        "?limit=1&limit=2",
        "?page_size=x",
        "?after=%00",
        "?after=zzz",
        "?order_id=%",
        "?order_id=%FF%FE",
        "?order_id=%zz",
        "?order_id=\u00e9",
        "?order_id",
        "?=x",
        "?&&&",
        "?nope=1",
        "?values=x",
        "?fields=nope",
        "?page_token=abc",
        "?min-position=x",
        "?wait=forever",
        "/%",
        "/%2F",
        "/%00",
        "/%ff",
        "/ ",
        "/\u0001",
        "/a/b/c/d",
        ";x=y",
        "#x",
        "/{}|\\^`",
        "?" + "a".repeat(3_000),
        "/" + "a".repeat(3_000),
        "?" + "a".repeat(9_000)
    };
    /**
     * Without {@code Expect: 100-continue} and {@code Connection: Upgrade}: Micronaut leaves such a request with a URI that cannot be read
     * without a reply until the connection is idle too long.
     */
    private static final String[] HEADERS = {
        "",
        "",
        "",
        "Accept: text/html",
        "Accept: nonsense",
        "Accept: application/xml;q=0.5, image/*",
        "Accept: */*;q=x",
        "Content-Type: application/json",
        "Content-Type: nonsense",
        "Content-Type: text/plain",
        "Content-Type: multipart/form-data",
        "Content-Type: application/x-www-form-urlencoded",
        "If-None-Match: \u00ff",
        "If-Modified-Since: yesterday",
        "Authorization: Bearer \u00e9\u00e9",
        "Authorization: Basic !!!",
        "X-API-Key: wrong",
        "X-API-Key: foo",
        "Range: bytes=9-1",
        "Accept-Encoding: gzip;q=x, br",
        "Accept-Language: %%%",
        "Cookie: a=b; ;;=",
        "Origin: null",
        "Last-Event-ID: x",
        "traceparent: 00-zz",
        "Expect: nonsense",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: nonsense",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Host:",
        "Host: a b",
        "Upgrade: websocket",
        "X-Long: " + "a".repeat(9_000),
        "\u00e9: x",
        "no colon"
    };

    private static final String[] BODIES = {
        "",
        "",
        "{",
        "{}",
        "[]",
        "null",
        "\"",
        "{\"keys\":1}",
        "{\"keys\":[{}]}",
        "{\"keys\":[null]}",
        "{\"kind\":\"x\"}",
        "[".repeat(5_000),
        "{\"a\":" + "9".repeat(2_000) + "}",
        "\u00ff\u00fe\u0000",
        "0\r\n\r\n",
        "zz\r\n"
    };

    private static <T> T any(Random random, T[] some) {
        return some[random.nextInt(some.length)];
    }

    private static String request(Random random) {
        StringBuilder request = new StringBuilder();
        String version = random.nextInt(20) == 0 ? "HTTP/9.9" : "HTTP/1.1";
        request.append(any(random, METHODS))
                .append(' ')
                .append(any(random, PATHS))
                .append(any(random, TAILS));
        request.append(' ').append(version).append("\r\nHost: localhost\r\nConnection: close\r\n");
        for (int i = random.nextInt(4); i > 0; i--) {
            String header = any(random, HEADERS);
            request.append(header).append(header.isEmpty() ? "" : "\r\n");
        }
        String body = any(random, BODIES);
        if (!body.isEmpty()) {
            request.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return request.append("\r\n").append(body).toString();
    }

    @Test
    void request_bad_getsAProblemWithoutAnInside() throws IOException {
        long seed = Long.getLong("fuzz.seed", new Random().nextLong());
        Random random = new Random(seed);
        Map<Integer, Integer> statuses = new HashMap<>();
        try (StillServer open = StillServer.start(Map.of());
                StillServer closed = StillServer.start(Map.of(
                        "keyfold.api-keys.risk.key-sha256",
                        "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                        "keyfold.api-keys.risk.roles",
                        "keyfold-admin"))) {
            for (int i = 0; i < REQUESTS; i++) {
                String request = request(random);
                String what = "seed " + seed + ", request " + i + ":\n" + request;
                String reply = exchange(random.nextBoolean() ? open : closed, request, what);
                int status = check(request, reply, what);
                statuses.merge(status, 1, Integer::sum);
            }
            assertThat(open.get("/v1/tables").statusCode()).isEqualTo(200);
        }
        assertThat(statuses.keySet()).contains(400, 401, 404, 405);
    }

    private static String exchange(StillServer server, String request, String what) throws IOException {
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        try (Socket socket = server.open(request)) {
            // Where the announced body is longer than what was sent, the server waits for the rest.
            socket.shutdownOutput();
            socket.setSoTimeout(LONGEST_MS);
            InputStream in = socket.getInputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                reply.write(b);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no reply to " + what, e);
        } catch (SocketException e) {
            // The server hung up before it had read all; what it said until then counts.
            return reply.toString(ISO_8859_1);
        }
        return reply.toString(ISO_8859_1);
    }

    private static int check(String request, String reply, String what) throws IOException {
        if (reply.isEmpty()) {
            return 0;
        }
        int status = Integer.parseInt(reply.substring(9, 12));
        int end = reply.indexOf("\r\n\r\n");
        String headers = reply.substring(0, end).toLowerCase(Locale.ROOT);
        String body = reply.substring(end + 4);
        if (status == 503) {
            // What is right by chance finds a table that no broker fills, or asks whether it does.
            assertThat(request + body).as(what).containsAnyOf("/problems/not-ready", " /health", "HEAD ");
        } else {
            assertThat(status).as(what).isLessThan(500);
        }
        if (status >= 400 && !body.startsWith("{\"name\"")) {
            assertThat(reply)
                    .as(what)
                    .doesNotContain("io.", "java.", "Exception", "\tat ", "micronaut", "netty", "jackson");
            if (!body.isEmpty()) {
                assertThat(headers).as(what).contains("content-type: application/problem+json");
                JsonNode problem = JSON.readTree(body.getBytes(ISO_8859_1));
                assertThat(problem.path("status").intValue()).as(what).isEqualTo(status);
                assertThat(problem.path("detail").textValue()).as(what).isNotBlank();
            } else if (!request.startsWith("HEAD ")) {
                assertThat(BARE).as(what + "\n" + reply).contains(status);
            }
        }
        return status;
    }
}
