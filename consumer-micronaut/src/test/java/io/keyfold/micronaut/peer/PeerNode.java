package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerSettings;
import io.keyfold.micronaut.config.KeyfoldSecret;
import io.keyfold.micronaut.config.UnstartedConsumer;
import io.keyfold.micronaut.metrics.PeerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An instance without tables, in this JVM: what carries questions is all there, what answers them is given. */
final class PeerNode implements AutoCloseable {

    static final String SECRET = "a-secret-that-only-the-tests-know-1";

    /** The value of a setting that is to be left out. */
    static final String UNSET = "unset";

    /** For questions that are to be answered, on a machine that may be busy. */
    static final Duration LONG = Duration.ofSeconds(60);

    private final PeerAddress address;
    private final EmbeddedServer server;

    private PeerNode(PeerAddress address, Map<String, Object> settings) {
        this.address = address;
        this.server = ApplicationContext.run(EmbeddedServer.class, settings);
    }

    static PeerNode start() {
        return start(Map.of());
    }

    /** Starts one with some settings changed; {@code PORT} in a value is the port. */
    static PeerNode start(Map<String, Object> more) {
        int port = freePort();
        Map<String, Object> settings = new HashMap<>();
        settings.put(UnstartedConsumer.WANTED, true);
        settings.put("micronaut.application.name", "orders-service");
        settings.put("micronaut.server.host", "127.0.0.1");
        settings.put("micronaut.server.port", port);
        settings.put("keyfold.secret", SECRET);
        settings.put("keyfold.peers.address", "127.0.0.1:" + port);
        settings.put("keyfold.peers.allowed", "127.0.0.0/8:*");
        settings.put("keyfold.peers.timeout", LONG);
        more.forEach((name, value) ->
                settings.put(name, value instanceof String text ? text.replace("PORT", String.valueOf(port)) : value));
        settings.values().removeIf(value -> value.equals(UNSET));
        return new PeerNode(new PeerAddress("127.0.0.1", port), settings);
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError("no free port: " + e, e);
        }
    }

    /** An asker alone, which trusts the tests' secret. */
    static PeerSetup setup(PeerAddress address, int maxReplyBytes) {
        return new PeerSetup(
                address,
                AllowedPeers.of(List.of("127.0.0.0/8:*")),
                LONG,
                maxReplyBytes,
                1,
                Optional.empty(),
                "",
                signatures(SECRET));
    }

    static SignedPeerTransport transport(PeerSetup setup) {
        return new SignedPeerTransport(setup, new PeerMeters(Optional.empty()), Clock.systemUTC());
    }

    static PeerSignatures signatures(String secret) {
        try (ApplicationContext context = ApplicationContext.builder()
                .propertySources(PropertySource.of(Map.of("keyfold.secret", secret)))
                .build()) {
            return new PeerSignatures(
                    KeyfoldSecret.in(context.getEnvironment().start()).orElseThrow());
        }
    }

    PeerAddress address() {
        return address;
    }

    int port() {
        return address.port();
    }

    PeerNode answering(PeerAnswers answers) {
        server.getApplicationContext().getBean(PeerNodeBeans.GivenAnswers.class).give(answers);
        return this;
    }

    PeerSettings settings() {
        return server.getApplicationContext().getBean(PeerSettings.class);
    }

    MeterRegistry meters() {
        return server.getApplicationContext().getBean(MeterRegistry.class);
    }

    CompletableFuture<byte[]> ask(PeerAddress peer, byte[] question) {
        return settings().transport().orElseThrow().ask(peer, question, LONG);
    }

    String ask(PeerNode peer, String question) {
        return new String(ask(peer.address(), question.getBytes(UTF_8)).join(), UTF_8);
    }

    @Override
    public void close() {
        server.getApplicationContext().close();
    }
}
