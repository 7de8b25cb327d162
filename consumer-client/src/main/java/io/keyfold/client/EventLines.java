package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One connection on which lines come, taken as fast as they are wanted. One thread takes lines; any may end it.
 */
final class EventLines implements Flow.Subscriber<String>, AutoCloseable {

    private static final int AHEAD = 64;

    private final Service service;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
    private final AtomicReference<Flow.@Nullable Subscription> source = new AtomicReference<>();
    private final CompletableFuture<?> exchange;

    /** A line, or why there is none any more. */
    private record Line(String text, Optional<KeyfoldClientException> end) {}

    EventLines(Service service, String target, Optional<String> lastEventId) {
        this.service = service;
        CompletableFuture<HttpResponse<byte[]>> reply = service.stream(target, lastEventId, handler());
        this.exchange = reply;
        var unused = reply.handle((response, failure) -> lines.add(new Line("", Optional.of(end(response, failure)))));
    }

    private BodyHandler<byte[]> handler() {
        return info -> info.statusCode() == Service.OK
                ? BodySubscribers.fromLineSubscriber(this, done -> new byte[0], UTF_8, null)
                : BodySubscribers.ofByteArray();
    }

    private KeyfoldClientException end(@Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
        if (response == null) {
            return service.failed(failure);
        }
        return response.statusCode() == Service.OK
                ? service.unanswered("the stream has ended", null)
                : service.refused(Service.problem(response));
    }

    /**
     * {@return the next line}
     *
     * @param patience how long to wait for it
     * @throws KeyfoldClientException if none comes
     */
    String next(Duration patience) throws InterruptedException {
        Line line = lines.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (line == null) {
            throw service.unanswered("nothing came for " + patience, null);
        }
        if (line.end().isPresent()) {
            throw line.end().get();
        }
        Flow.Subscription more = source.get();
        if (more != null) {
            more.request(1);
        }
        return line.text();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source.set(subscription);
        subscription.request(AHEAD);
    }

    @Override
    public void onNext(String line) {
        lines.add(new Line(line, Optional.empty()));
    }

    /** The exchange ends too, and says why. */
    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}

    @Override
    public void close() {
        exchange.cancel(true);
    }
}
