package io.keyfold;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerSettings;
import io.keyfold.config.PeerTransport;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Instances of this process that ask each other without a network. Each answers on one thread of its own. */
final class PeerNet implements PeerTransport, AutoCloseable {

    private final Map<PeerAddress, UpsertConsumer> instances = new ConcurrentHashMap<>();
    private final Map<PeerAddress, ExecutorService> desks = new ConcurrentHashMap<>();
    private final Set<PeerAddress> silent = ConcurrentHashMap.newKeySet();
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger largestQuestion = new AtomicInteger();
    private final AtomicInteger largestReply = new AtomicInteger();

    static PeerAddress address(int number) {
        return new PeerAddress("instance-" + number, 1);
    }

    /** Settings of the instance of that number; {@link #joins} follows. */
    PeerSettings settings(int number) {
        return PeerSettings.of(address(number), this);
    }

    void joins(int number, UpsertConsumer consumer) {
        instances.put(address(number), consumer);
        desks.computeIfAbsent(address(number), address -> Executors.newSingleThreadExecutor());
    }

    /** As one that is stopped in the middle of things: it takes questions and gives no answers. */
    void falls(int number) {
        silent.add(address(number));
    }

    int questions() {
        return questions.get();
    }

    /** In bytes. */
    int largestQuestion() {
        return largestQuestion.get();
    }

    /** In bytes. */
    int largestReply() {
        return largestReply.get();
    }

    private byte[] noted(byte[] reply) {
        largestReply.accumulateAndGet(reply.length, Math::max);
        return reply;
    }

    @Override
    public CompletableFuture<byte[]> ask(PeerAddress address, byte[] question, Duration timeout) {
        questions.incrementAndGet();
        largestQuestion.accumulateAndGet(question.length, Math::max);
        UpsertConsumer asked = instances.get(address);
        ExecutorService desk = desks.get(address);
        if (asked == null || desk == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("refused the connection"));
        }
        CompletableFuture<byte[]> reply = silent.contains(address)
                ? new CompletableFuture<>()
                : CompletableFuture.supplyAsync(() -> noted(asked.answerPeer(question)), desk);
        return reply.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        desks.values().forEach(ExecutorService::shutdownNow);
    }
}
