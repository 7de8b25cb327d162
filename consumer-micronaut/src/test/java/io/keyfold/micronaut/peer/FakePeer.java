package io.keyfold.micronaut.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.keyfold.config.PeerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Something that listens where an instance is expected, and does what it likes. */
final class FakePeer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private FakePeer(HttpServer server) {
        this.server = server;
    }

    static FakePeer doing(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FakePeer peer = new FakePeer(server);
        server.setExecutor(peer.threads);
        server.createContext("/", handler);
        server.start();
        return peer;
    }

    /** Replies as an instance does that has the tests' secret. */
    static void reply(HttpExchange exchange, String nonce, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders()
                .set(PeerHeaders.SIGNATURE, PeerNode.signatures(PeerNode.SECRET).ofReply(nonce, status, body));
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    static String nonce(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst(PeerHeaders.NONCE);
    }

    PeerAddress address() {
        return new PeerAddress("127.0.0.1", server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
