package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.config.PeerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an instance says to whoever comes to it with a question. */
final class PeerControllerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static PeerNode node;

    private final AtomicInteger answered = new AtomicInteger();

    @BeforeAll
    static void start() {
        node = PeerNode.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @BeforeEach
    void count() {
        node.answering(question -> {
            answered.incrementAndGet();
            return question;
        });
    }

    private static void assertProblem(HttpResponse<byte[]> reply, int status, String type) throws IOException {
        JsonNode problem = JSON.readTree(reply.body());

        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(problem.path("type").asText()).isEqualTo(type);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(new String(reply.body(), UTF_8)).doesNotContain("Exception", "io.keyfold", PeerNode.SECRET);
    }

    private static double refused(String reason) {
        return node.meters().counter("keyfold.peer.refused", "reason", reason).count();
    }

    @Test
    void question_ofAnInstance_isAnsweredAndSigned() throws Exception {
        PeerCall call = PeerCall.to(node).question(new byte[] {0, -1, 10, 13, (byte) 0xc3});

        HttpResponse<byte[]> reply = call.send();

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).containsExactly(0, -1, 10, 13, 0xc3);
        assertThat(call.isSigned(reply)).isTrue();
        assertThat(reply.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void question_withAnotherSecret_isForged() throws Exception {
        double before = refused("forged");
        PeerCall call = PeerCall.to(node).secret("another-secret-of-32-characters-or-more");

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 401, "/problems/peer-forged");
        assertThat(reply.headers().firstValue(PeerHeaders.SIGNATURE)).isEmpty();
        assertThat(answered).hasValue(0);
        assertThat(refused("forged")).isEqualTo(before + 1);
    }

    @Test
    void question_changedOnItsWay_isForged() throws Exception {
        HttpResponse<byte[]> reply =
                PeerCall.to(node).changed("p".getBytes(UTF_8)).send();

        assertProblem(reply, 401, "/problems/peer-forged");
        assertThat(answered).hasValue(0);
    }

    @Test
    void question_withoutSecretAndWrongInAllElse_isForgedAndNothingMore() throws Exception {
        HttpResponse<byte[]> reply = PeerCall.to(node)
                .secret("another-secret-of-32-characters-or-more")
                .timeMs(0)
                .target("elsewhere:1")
                .hop("2")
                .send();

        assertProblem(reply, 401, "/problems/peer-forged");
    }

    @Test
    void question_withASignatureTwice_isForged() throws Exception {
        HttpResponse<byte[]> reply =
                PeerCall.to(node).headers(PeerHeaders.SIGNATURE, "00").send();

        assertProblem(reply, 401, "/problems/peer-forged");
    }

    @Test
    void question_ofAMinuteAgo_isExpired() throws Exception {
        PeerCall call = PeerCall.to(node).timeMs(System.currentTimeMillis() - 60_000);

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 401, "/problems/peer-expired");
        assertThat(call.isSigned(reply)).isTrue();
        assertThat(answered).hasValue(0);
    }

    @Test
    void question_again_isReplayed() throws Exception {
        PeerCall call = PeerCall.to(node);
        HttpResponse<byte[]> first = call.send();

        HttpResponse<byte[]> second = call.send();

        assertThat(first.statusCode()).isEqualTo(200);
        assertProblem(second, 401, "/problems/peer-replayed");
        assertThat(answered).hasValue(1);
    }

    @Test
    void question_forAnotherInstance_isMisdirected() throws Exception {
        PeerCall call = PeerCall.to(node).target("10.0.0.7:8080");

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 421, "/problems/peer-misdirected");
        assertThat(call.isSigned(reply)).isTrue();
        assertThat(answered).hasValue(0);
    }

    @Test
    void question_overTwoHops_isRefused() throws Exception {
        PeerCall call = PeerCall.to(node).hop("2");

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 508, "/problems/peer-hop");
        assertThat(call.isSigned(reply)).isTrue();
        assertThat(answered).hasValue(0);
    }

    @Test
    void question_thatMeansNothing_isRefusedWithoutSayingWhy() throws Exception {
        node.answering(question -> {
            throw new IllegalArgumentException("row of Alice");
        });
        PeerCall call = PeerCall.to(node);

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 400, "/problems/peer-question");
        assertThat(new String(reply.body(), UTF_8)).doesNotContain("Alice");
        assertThat(call.isSigned(reply)).isTrue();
    }

    @Test
    void question_withoutRoom_isBusy() throws Exception {
        node.answering(question -> {
            throw new RejectedExecutionException();
        });
        PeerCall call = PeerCall.to(node);

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 503, "/problems/peer-busy");
        assertThat(call.isSigned(reply)).isTrue();
    }

    @Test
    void question_thatFails_isAProblemWithoutTheReason() throws Exception {
        node.answering(question -> {
            throw new IllegalStateException("row of Alice");
        });
        PeerCall call = PeerCall.to(node);

        HttpResponse<byte[]> reply = call.send();

        assertProblem(reply, 500, "/problems/peer-failed");
        assertThat(new String(reply.body(), UTF_8)).doesNotContain("Alice");
        assertThat(call.isSigned(reply)).isTrue();
    }

    @Test
    void question_ofTheLargestSize_isAnswered() throws Exception {
        HttpResponse<byte[]> reply = PeerCall.to(node)
                .question(new byte[PeerSetup.MAX_QUESTION_BYTES])
                .send();

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).hasSize(PeerSetup.MAX_QUESTION_BYTES);
    }

    @Test
    void question_beyondTheLargestSize_isTooLarge() throws Exception {
        double before = refused("too-large");
        HttpResponse<byte[]> reply = PeerCall.to(node)
                .question(new byte[PeerSetup.MAX_QUESTION_BYTES + 1])
                .send();

        assertProblem(reply, 413, "/problems/peer-too-large");
        assertThat(answered).hasValue(0);
        assertThat(refused("too-large")).isEqualTo(before + 1);
    }

    /** The bytes never come: who is no instance cannot make this one keep them. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1048577", "Transfer-Encoding: chunked"})
    void question_saidToBeTooLargeOrNotHowLarge_isRefusedBeforeItIsRead(String size) throws IOException {
        for (String path : List.of(PeerSetup.QUESTIONS, PeerSetup.QUESTIONS + "/")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
                socket.setSoTimeout((int) PeerNode.LONG.toMillis());
                socket.getOutputStream()
                        .write(("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n"
                                        + size + "\r\n\r\n")
                                .getBytes(UTF_8));

                String status = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();

                assertThat(status).isEqualTo("HTTP/1.1 413 Request Entity Too Large");
            }
        }
        assertThat(answered).hasValue(0);
    }

    @Test
    void reply_toWhoTakesGzip_isNot() throws Exception {
        PeerCall call = PeerCall.to(node).question(new byte[100_000]).headers("Accept-Encoding", "gzip, deflate");

        HttpResponse<byte[]> reply = call.send();

        assertThat(reply.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(call.isSigned(reply)).isTrue();
    }

    @Test
    void problem_ofARequestInATrace_namesIt() throws Exception {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

        JsonNode signed = JSON.readTree(
                PeerCall.to(node).hop("2").headers("traceparent", parent).send().body());
        JsonNode unsigned = JSON.readTree(PeerCall.to(node)
                .secret("another-secret-of-32-characters-or-more")
                .headers("traceparent", parent)
                .send()
                .body());

        assertThat(signed.path("trace_id").asText()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(unsigned.path("trace_id").asText()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    }

    @Test
    void endpoint_withoutPeers_isNotThere() throws Exception {
        Map<String, Object> none = Map.of(
                "keyfold.peers.address", PeerNode.UNSET,
                "keyfold.peers.allowed", PeerNode.UNSET,
                "keyfold.peers.timeout", PeerNode.UNSET,
                "keyfold.secret", PeerNode.UNSET);

        try (PeerNode alone = PeerNode.start(none)) {
            assertThat(PeerCall.to(alone).send().statusCode()).isEqualTo(404);
            assertThat(alone.settings()).isEqualTo(PeerSettings.MISSING);
        }
    }
}
