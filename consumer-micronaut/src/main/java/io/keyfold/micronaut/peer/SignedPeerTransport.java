package io.keyfold.micronaut.peer;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerTransport;
import io.keyfold.micronaut.metrics.PeerMeters;
import io.keyfold.micronaut.trace.TraceContext;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances over HTTP: allowed ones only, signed, straight (no redirect, no proxy, no cookie), in time.
 *
 * <p>Any thread may ask; none waits. Answers are completed on threads of this class, which have to do for all questions: what is
 * attached to an answer must be quick. States: open → closed.
 */
final class SignedPeerTransport implements PeerTransport, AutoCloseable {

    private static final int THREADS = 8; // a name that no server resolves holds one for as long as the resolver tries
    private static final long IDLE_SECONDS = 10;
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String STOPPED = "is not asked: this instance stops";

    private final PeerSetup setup;
    private final PeerMeters meters;
    private final Clock clock;
    private final ThreadPoolExecutor executor;
    private final ScheduledThreadPoolExecutor alarm;
    private final Set<PeerExchange> underway = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HttpClient http;

    SignedPeerTransport(PeerSetup setup, PeerMeters meters, Clock clock) {
        this.setup = setup;
        this.meters = meters;
        this.clock = clock;
        // The client gives up a connection that it cannot hand on: what comes late runs where it comes from.
        this.executor = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new PeerThreads("keyfold-peer"),
                (task, pool) -> task.run());
        executor.allowCoreThreadTimeOut(true);
        this.alarm = new ScheduledThreadPoolExecutor(
                1, new PeerThreads("keyfold-peer-alarm"), new ThreadPoolExecutor.DiscardPolicy());
        alarm.setRemoveOnCancelPolicy(true);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .executor(executor);
        setup.tls().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    @Override
    public CompletableFuture<byte[]> ask(PeerAddress address, byte[] question, Duration timeout) {
        requireNonNull(address, "address");
        requireNonNull(question, "question");
        requireNonNull(timeout, "timeout");
        long startNanos = System.nanoTime();
        CompletableFuture<byte[]> answer = asked(address, question, timeout);
        var unused = answer.whenComplete((reply, thrown) ->
                meters.asked(PeerFailure.outcome(thrown), Duration.ofNanos(System.nanoTime() - startNanos)));
        return answer; // and not what depends on it, so that who cancels it ends the exchange
    }

    private CompletableFuture<byte[]> asked(PeerAddress address, byte[] question, Duration timeout) {
        if (!setup.allowed().contains(address)) {
            return CompletableFuture.failedFuture(
                    PeerFailure.refusal("is not asked: it is none of keyfold.peers.allowed"));
        }
        HttpClient client = http;
        if (client == null) {
            return CompletableFuture.failedFuture(new PeerFailure(STOPPED));
        }
        if (question.length > PeerSetup.MAX_QUESTION_BYTES) {
            return CompletableFuture.failedFuture(
                    new PeerFailure("is not asked: a question of " + question.length + " bytes is too large"));
        }
        if (setup.questionsAt(address).getHost() == null) {
            return CompletableFuture.failedFuture(new PeerFailure("is not asked: a URL cannot have this host name"));
        }
        PeerExchange exchange = new PeerExchange(
                setup, address, question, TraceContext.headers(), bounded(timeout), client, executor, clock);
        underway.add(exchange);
        CompletableFuture<byte[]> answer = exchange.start(alarm);
        var unused = answer.whenComplete((reply, thrown) -> underway.remove(exchange));
        if (http == null) {
            exchange.fail(new PeerFailure(STOPPED));
        }
        return answer;
    }

    private static Duration bounded(Duration timeout) {
        return timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
    }

    /** Ends all exchanges and gives up all connections. */
    @Override
    public void close() {
        http = null; // which ends its thread and its connections: Java 17 has no other way
        underway.forEach(exchange -> exchange.fail(new PeerFailure(STOPPED)));
        alarm.shutdownNow();
        executor.shutdown();
    }
}
