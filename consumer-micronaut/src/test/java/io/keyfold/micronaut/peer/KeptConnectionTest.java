package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.PeerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that are kept open for the next question, and closed by the other side just then. */
final class KeptConnectionTest {

    private static final byte[] QUESTION = "q".getBytes(UTF_8);
    private static final Pattern NONCE = Pattern.compile("(?i)keyfold-peer-nonce: (\\w+)");

    private final SignedPeerTransport transport =
            PeerNode.transport(PeerNode.setup(new PeerAddress("127.0.0.1", 1), 1_000));
    private final List<String> nonces = new CopyOnWriteArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        transport.close();
        server.close();
    }

    /** Serves connections one after the other, each so many questions, and closes them on the next one without a word. */
    private CompletableFuture<Integer> serving(int... questions) {
        return CompletableFuture.supplyAsync(
                () -> {
                    int connections = 0;
                    try {
                        for (int most : questions) {
                            Socket socket = server.accept();
                            connections++;
                            for (int i = 0; i < most; i++) {
                                reply(socket, read(socket.getInputStream()));
                            }
                            read(socket.getInputStream());
                            socket.close();
                        }
                        return connections;
                    } catch (IOException e) {
                        return connections;
                    }
                },
                task -> new Thread(task, "fake peer").start());
    }

    /** Reads a question of one byte. */
    private String read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed by the asker");
            }
            head.append((char) next);
        }
        in.readNBytes(QUESTION.length);
        Matcher nonce = NONCE.matcher(head);
        assertThat(nonce.find()).isTrue();
        nonces.add(nonce.group(1));
        return nonce.group(1);
    }

    private static void reply(Socket socket, String nonce) throws IOException {
        String signature = PeerNode.signatures(PeerNode.SECRET).ofReply(nonce, 200, QUESTION);
        socket.getOutputStream()
                .write(("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n" + PeerHeaders.SIGNATURE + ": " + signature
                                + "\r\n\r\nq")
                        .getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private CompletableFuture<byte[]> ask() {
        return transport.ask(new PeerAddress("127.0.0.1", server.getLocalPort()), QUESTION, PeerNode.LONG);
    }

    @Test
    void ask_onAKeptConnectionThatIsClosed_isAskedAgainUnderAnotherNonce() {
        var unused = serving(1, 1);

        assertThat(ask().join()).isEqualTo(QUESTION);
        assertThat(ask().join()).isEqualTo(QUESTION);

        assertThat(nonces).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void ask_thatIsClosedTwice_isGivenUp() {
        CompletableFuture<Integer> served = serving(0, 0);

        assertThatThrownBy(ask()::join).cause().hasMessage("closed the connection before it answered");

        assertThat(served).succeedsWithin(PeerNode.LONG).isEqualTo(2);
        assertThat(nonces).hasSize(2);
    }

    @Test
    void ask_whatSpeaksNoHttp_isNotKeyfolds() {
        var unused = CompletableFuture.runAsync(
                () -> {
                    try (Socket socket = server.accept()) {
                        read(socket.getInputStream());
                        socket.getOutputStream().write("220 mail.example.com ESMTP\r\n\r\n".getBytes(ISO_8859_1));
                        socket.getOutputStream().flush();
                        socket.getInputStream().read();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                task -> new Thread(task, "fake peer").start());

        assertThatThrownBy(ask()::join).cause().hasMessage(PeerFailure.NOT_KEYFOLDS);
    }
}
