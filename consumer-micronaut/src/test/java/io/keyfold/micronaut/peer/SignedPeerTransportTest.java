package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.PeerAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an instance makes of those that it asks. */
@Timeout(120)
final class SignedPeerTransportTest {

    private static final int MOST = 1_000;
    private static final byte[] QUESTION = "q".getBytes(UTF_8);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final SignedPeerTransport transport =
            PeerNode.transport(PeerNode.setup(new PeerAddress("127.0.0.1", 1), MOST));

    @AfterEach
    void close() {
        transport.close();
    }

    private CompletableFuture<byte[]> ask(PeerAddress peer) {
        return transport.ask(peer, QUESTION, PeerNode.LONG);
    }

    private static void assertFails(CompletableFuture<byte[]> answer, String words) {
        assertThatThrownBy(answer::join)
                .hasRootCauseInstanceOf(Exception.class)
                .cause()
                .hasMessage(words);
    }

    private static ServerSocketChannel listening() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(false);
        return channel;
    }

    private static int port(ServerSocketChannel channel) throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    @Test
    void ask_address_thatIsNotAllowed_makesNoConnection() throws IOException {
        try (ServerSocketChannel listening = listening()) {
            CompletableFuture<byte[]> answer = ask(new PeerAddress("localhost", port(listening)));

            assertThat(answer).isCompletedExceptionally();
            assertFails(answer, "is not asked: it is none of keyfold.peers.allowed");
            assertThat(listening.accept()).isNull();
        }
    }

    @Test
    void ask_peerThatIsGone_refusedTheConnection() throws IOException {
        int port;
        try (ServerSocketChannel listening = listening()) {
            port = port(listening);
        }

        assertFails(ask(new PeerAddress("127.0.0.1", port)), "refused the connection");
    }

    @Test
    void ask_peerThatNeverReplies_endsInTimeAndClosesTheConnection() throws IOException {
        try (ServerSocketChannel listening = listening()) {
            CompletableFuture<byte[]> answer =
                    transport.ask(new PeerAddress("127.0.0.1", port(listening)), QUESTION, SHORT);

            assertFails(answer, "did not answer within 300 ms");
            try (SocketChannel connection = requireNonNull(listening.accept())) {
                connection.configureBlocking(true);
                assertThat(connection.socket().getInputStream().readAllBytes())
                        .isNotEmpty(); // ends with the connection
            }
        }
    }

    @Test
    void ask_peerThatStopsWithinItsReply_endsInTime() throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        try (FakePeer peer = FakePeer.doing(exchange -> {
            exchange.sendResponseHeaders(200, 10);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            awaitQuietly(done);
        })) {
            assertFails(transport.ask(peer.address(), QUESTION, Duration.ofSeconds(1)), "did not answer within 1 s");
            done.countDown();
        }
    }

    @Test
    void ask_replyWithoutEnd_isCutOff() throws IOException {
        AtomicReference<Throwable> ended = new AtomicReference<>();
        try (FakePeer peer = FakePeer.doing(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(new byte[100]);
                }
            } catch (IOException e) {
                ended.set(e); // the other side closed the connection
            }
        })) {
            assertFails(ask(peer.address()), "answered with more than 1000 bytes");
            await().atMost(PeerNode.LONG).until(() -> ended.get() != null);
        }
    }

    @Test
    void ask_replyOfTheLargestSize_isTaken() throws IOException {
        try (FakePeer peer =
                FakePeer.doing(exchange -> FakePeer.reply(exchange, FakePeer.nonce(exchange), 200, new byte[MOST]))) {
            assertThat(ask(peer.address()).join()).hasSize(MOST);
        }
    }

    @Test
    void ask_replyOneByteLarger_isNotTaken() throws IOException {
        try (FakePeer peer = FakePeer.doing(
                exchange -> FakePeer.reply(exchange, FakePeer.nonce(exchange), 200, new byte[MOST + 1]))) {
            assertFails(ask(peer.address()), "answered with more than 1000 bytes");
        }
    }

    @Test
    void ask_redirect_isNotFollowed() throws IOException {
        try (ServerSocketChannel listening = listening()) {
            int port = port(listening);
            try (FakePeer peer = FakePeer.doing(exchange -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + port + PeerSetup.QUESTIONS);
                exchange.sendResponseHeaders(307, -1);
                exchange.close();
            })) {
                assertFails(ask(peer.address()), PeerFailure.NOT_KEYFOLDS);
                assertThat(listening.accept()).isNull();
            }
        }
    }

    @Test
    void ask_replyWithoutSignature_isNotBelieved() throws IOException {
        try (FakePeer peer = FakePeer.doing(exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
            exchange.close();
        })) {
            assertFails(ask(peer.address()), PeerFailure.NOT_KEYFOLDS);
        }
    }

    @Test
    void ask_replyToAnotherQuestion_isNotBelieved() throws IOException {
        try (FakePeer peer =
                FakePeer.doing(exchange -> FakePeer.reply(exchange, "0".repeat(32), 200, "ok".getBytes(UTF_8)))) {
            assertFails(ask(peer.address()), PeerFailure.NOT_KEYFOLDS);
        }
    }

    @Test
    void ask_signedRefusalUnderAStatusOfSuccess_isNotBelieved() throws IOException {
        try (FakePeer peer = FakePeer.doing(exchange -> {
            byte[] body = "ok".getBytes(UTF_8);
            exchange.getResponseHeaders()
                    .set(
                            PeerHeaders.SIGNATURE,
                            PeerNode.signatures(PeerNode.SECRET).ofReply(FakePeer.nonce(exchange), 503, body));
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        })) {
            assertFails(ask(peer.address()), PeerFailure.NOT_KEYFOLDS);
        }
    }

    @Test
    void ask_signedRefusals_areToldInWords() throws IOException {
        Map<Integer, String> words = Map.of(
                401,
                "took the question for old or for seen before; are the clocks more than 30 s apart, or did it start"
                        + " less than that ago, and its clock is ahead?",
                503,
                "is too busy to answer");
        AtomicInteger status = new AtomicInteger();
        try (FakePeer peer = FakePeer.doing(
                exchange -> FakePeer.reply(exchange, FakePeer.nonce(exchange), status.get(), new byte[0]))) {
            words.forEach((code, said) -> {
                status.set(code);
                assertFails(ask(peer.address()), said);
            });
        }
    }

    @Test
    void ask_headers_areThoseOfTheQuestionAlone() throws IOException {
        AtomicReference<Map<String, List<String>>> came = new AtomicReference<>(Map.of());
        try (FakePeer peer = FakePeer.doing(exchange -> {
            came.set(Map.copyOf(exchange.getRequestHeaders()));
            FakePeer.reply(exchange, FakePeer.nonce(exchange), 200, new byte[0]);
        })) {
            ask(peer.address()).join();

            Map<String, List<String>> headers = requireNonNull(came.get());
            assertThat(headers.keySet())
                    .extracting(name -> name.toLowerCase(Locale.ROOT))
                    .containsExactlyInAnyOrder(
                            "content-length",
                            "content-type",
                            "host",
                            "keyfold-peer-hop",
                            "keyfold-peer-nonce",
                            "keyfold-peer-signature",
                            "keyfold-peer-target",
                            "keyfold-peer-time",
                            "user-agent");
            assertThat(headers).containsEntry("Keyfold-peer-hop", List.of("1"));
        }
    }

    @Test
    void cancel_ofAnAnswer_closesTheConnection() throws IOException {
        CountDownLatch came = new CountDownLatch(1);
        AtomicReference<Throwable> ended = new AtomicReference<>();
        try (FakePeer peer = FakePeer.doing(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            came.countDown();
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(1);
                    out.flush();
                }
            } catch (IOException e) {
                ended.set(e);
            }
        })) {
            SignedPeerTransport patient =
                    PeerNode.transport(PeerNode.setup(new PeerAddress("127.0.0.1", 1), Integer.MAX_VALUE / 2));
            try (patient) {
                CompletableFuture<byte[]> answer = patient.ask(peer.address(), QUESTION, PeerNode.LONG);
                awaitQuietly(came);

                answer.cancel(true);

                await().atMost(PeerNode.LONG).until(() -> ended.get() != null);
            }
        }
    }

    @Test
    void close_whileAsking_endsTheQuestionAndTheThreads() throws IOException {
        try (ServerSocketChannel listening = listening()) {
            CompletableFuture<byte[]> answer = ask(new PeerAddress("127.0.0.1", port(listening)));

            transport.close();
            transport.close();

            assertFails(answer, "is not asked: this instance stops");
            assertFails(ask(new PeerAddress("127.0.0.1", port(listening))), "is not asked: this instance stops");
            await().atMost(PeerNode.LONG)
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().matches("keyfold-peer-(alarm-)?\\d+")));
        }
    }

    /** Java 17 cannot close its client: its thread and its connections end when nobody refers to it any more. */
    @Test
    void close_afterAnAnswer_leavesNothingThatHoldsTheClient() throws IOException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        SignedPeerTransport closed = PeerNode.transport(PeerNode.setup(new PeerAddress("127.0.0.1", 1), MOST));
        try (FakePeer peer =
                FakePeer.doing(exchange -> FakePeer.reply(exchange, FakePeer.nonce(exchange), 200, QUESTION))) {
            closed.ask(peer.address(), QUESTION, PeerNode.LONG).join();
            List<Thread> selectors = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("HttpClient-") && !before.contains(thread))
                    .toList();
            assertThat(selectors).isNotEmpty();

            closed.close();

            await().atMost(PeerNode.LONG).until(() -> {
                System.gc();
                return selectors.stream().noneMatch(Thread::isAlive);
            });
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
