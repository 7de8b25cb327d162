package io.keyfold.micronaut.limit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.micronaut.StillServer;
import io.keyfold.micronaut.metrics.RequestsInFlight;
import io.keyfold.micronaut.metrics.RequestsInFlight.Kind;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server lets in what it may, and gets every permit back. */
final class RequestLimitsTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private StillServer server;
    private SlowController slow;
    private RequestsInFlight inFlight;

    @BeforeEach
    void start() {
        server = StillServer.start(
                Map.of("keyfold.limits.concurrent-scans", "2", "keyfold.limits.concurrent-changes", "2"));
        slow = server.bean(SlowController.class);
        inFlight = server.bean(RequestsInFlight.class);
    }

    @AfterEach
    void stop() {
        slow.mayEnd.release(1_000);
        server.close();
    }

    private static void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void awaitInFlight(Kind kind, int count) {
        await(count + " in flight", () -> inFlight.now(kind) == count);
    }

    private void awaitBegun(int requests) throws InterruptedException {
        assertThat(slow.begun.tryAcquire(requests, 60, TimeUnit.SECONDS)).isTrue();
    }

    private static String request(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private Socket open(String path) throws IOException {
        return server.open(request(path));
    }

    private CompletableFuture<Integer> statusOf(String path) {
        return CompletableFuture.supplyAsync(() -> server.get(path).statusCode());
    }

    @Test
    void scans_asManyAsMayBe_nextIsRefusedUntilOneEnds() throws Exception {
        CompletableFuture<Integer> one = statusOf("/v1/slow/a/rows");
        CompletableFuture<Integer> two = statusOf("/v1/slow/b/rows");
        awaitBegun(2);

        HttpResponse<String> refused = server.get("/v1/slow/c/rows");
        int read = server.get("/v1/slow/c").statusCode();
        slow.mayEnd.release(2);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.body())
                .contains(
                        "\"type\":\"/problems/too-many-scans\"", "answers 2 lists, counts, totals and batches at once");
        assertThat(read).isEqualTo(200);
        assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(two.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        awaitInFlight(Kind.SCAN, 0);
        assertThat(server.get("/v1/slow/c/at-once/rows").statusCode()).isEqualTo(200);
    }

    @Test
    void scans_routesThatSayTheyAreCostly_countAmongThem() throws Exception {
        CompletableFuture<Integer> one = statusOf("/v1/slow/a/costly");
        CompletableFuture<Integer> two = statusOf("/v1/slow/b/rows");
        awaitBegun(2);

        int ofTheMethod = server.get("/v1/slow/c/costly").statusCode();
        int ofTheController = server.get("/v1/costly/c").statusCode();
        int sameAnotherMethod = server.send("POST", "/v1/slow/c/costly").statusCode();
        slow.mayEnd.release(2);

        assertThat(ofTheMethod).isEqualTo(429);
        assertThat(ofTheController).isEqualTo(429);
        assertThat(sameAnotherMethod).isEqualTo(200);
        assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(two.get(60, TimeUnit.SECONDS)).isEqualTo(200);
        awaitInFlight(Kind.SCAN, 0);
        assertThat(server.get("/v1/costly/c").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/slow/a/at-once/rows",
                "/v1/slow/a/failing/rows",
                "/v1/slow/a/empty/rows",
                "/v1/tables/none/rows",
                "/v1/tables/dwd_order_item/rows?limit=x",
                "/v1/tables/dwd_order_item/rows?order_id=%FF"
            })
    void permit_anyEndOfAReply_isGivenBack(String path) {
        for (int i = 0; i < 20; i++) {
            assertThat(server.get(path).statusCode()).isNotEqualTo(429);
            awaitInFlight(Kind.SCAN, 0);
        }
    }

    @Test
    void permit_clientGoneWhileTheHandlerWorks_isKeptUntilItsEnd() throws Exception {
        Socket client = open("/v1/slow/a/rows");
        awaitBegun(1);

        client.close();
        // A round trip of another client: the server has had the time to see the first one go.
        assertThat(server.get("/v1/slow/c").statusCode()).isEqualTo(200);

        assertThat(inFlight.now(Kind.SCAN)).isEqualTo(1);
        slow.mayEnd.release();
        awaitInFlight(Kind.SCAN, 0);
    }

    @Test
    void permit_clientGoneInTheMiddleOfAStream_isGivenBack() throws Exception {
        Socket client = open("/v1/slow/a/streamed/rows");
        awaitBegun(1);
        await("the subscriber", () -> slow.items.currentSubscriberCount() == 1);
        slow.items.tryEmitNext("row").orThrow();
        assertThat(client.getInputStream().read()).isEqualTo('H');
        assertThat(inFlight.now(Kind.SCAN)).isEqualTo(1);

        client.close();

        awaitInFlight(Kind.SCAN, 0);
        await("the stream to be let go", () -> slow.items.currentSubscriberCount() == 0);
    }

    @Test
    void permit_clientGoneBeforeTheFirstItem_isGivenBackWithIt() throws Exception {
        Socket client = open("/v1/slow/a/streamed/rows");
        awaitBegun(1);
        await("the subscriber", () -> slow.items.currentSubscriberCount() == 1);

        client.close();
        assertThat(server.get("/v1/slow/c").statusCode()).isEqualTo(200);
        slow.items.tryEmitNext("row").orThrow();

        await("the permit", () -> {
            slow.items.tryEmitNext("row");
            return inFlight.now(Kind.SCAN) == 0;
        });
    }

    @Test
    void permit_streamThatBreaks_isGivenBack() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (Socket client = open("/v1/slow/a/broken/rows")) {
                // The server hangs up; more than two of them could not be served otherwise.
                assertThat(new String(client.getInputStream().readAllBytes(), ISO_8859_1))
                        .doesNotContain(" 429 ");
            }
        }

        awaitInFlight(Kind.SCAN, 0);
    }

    @Test
    void permit_pipelinedRequestsOfAClientThatGoes_areGivenBack() throws Exception {
        Socket client =
                server.open(request("/v1/slow/a/rows") + request("/v1/slow/b/rows") + request("/v1/slow/c/rows"));
        awaitBegun(1);
        client.close();

        slow.mayEnd.release(3);

        awaitInFlight(Kind.SCAN, 0);
        assertThat(server.get("/v1/slow/c/at-once/rows").statusCode()).isEqualTo(200);
    }

    @Test
    void streams_onAPathThatIsWrittenToAsWell_areStreams() throws Exception {
        try (Socket written =
                server.open("POST /v1/slow/a/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(written.getInputStream().read()).isEqualTo('H');
        }

        try (Socket read = open("/v1/slow/a/events")) {
            awaitBegun(1);

            assertThat(read.getInputStream().read()).isEqualTo('H');
            assertThat(inFlight.now(Kind.CHANGES)).isEqualTo(1);
        }
    }

    @Test
    void streams_asManyAsMayBe_nextIsRefusedUntilOneGoes() throws Exception {
        Socket one = open("/v1/slow/a/events");
        try (Socket two = open("/v1/slow/b/events")) {
            awaitBegun(2);

            HttpResponse<String> refused = server.get("/v1/slow/c/events");
            one.close();
            awaitInFlight(Kind.CHANGES, 1);

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("5");
            assertThat(two.getInputStream().read()).isEqualTo('H');
        }
        awaitInFlight(Kind.CHANGES, 0);
    }

    @Test
    void permit_headOfAStream_isGivenBack() {
        for (int i = 0; i < 5; i++) {
            assertThat(server.send("HEAD", "/v1/slow/a/events").statusCode()).isEqualTo(200);
            awaitInFlight(Kind.CHANGES, 0);
        }
    }

    @Test
    void permits_clientsThatComeAndGoAtRandom_areAllGivenBack() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] paths = {"rows", "at-once/rows", "failing/rows", "streamed/rows", "broken/rows", "empty/rows", "events"
        };
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            clients.add(open("/v1/slow/x/" + paths[random.nextInt(paths.length)]));
            if (random.nextBoolean()) {
                clients.remove(random.nextInt(clients.size())).close();
            }
            if (random.nextInt(4) == 0) {
                slow.mayEnd.release();
                slow.items.tryEmitNext("row");
            }
        }
        for (Socket client : clients) {
            client.close();
        }

        await("all permits, seed " + seed, () -> {
            slow.mayEnd.release();
            slow.items.tryEmitNext("row");
            return inFlight.now(Kind.SCAN) == 0 && inFlight.now(Kind.CHANGES) == 0 && inFlight.now(Kind.READ) == 0;
        });
    }

    @Test
    void gauge_aRequestInFlight_isThere() throws Exception {
        CompletableFuture<Integer> one = statusOf("/v1/slow/a/rows");
        awaitBegun(1);

        String metrics = server.get("/prometheus").body();
        slow.mayEnd.release();

        assertThat(metrics)
                .contains("keyfold_requests_in_flight{kind=\"scan\"} 1.0")
                .contains("keyfold_requests_in_flight{kind=\"read\"} 0.0")
                .contains("keyfold_requests_in_flight{kind=\"changes\"} 0.0");
        assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(200);
    }
}
