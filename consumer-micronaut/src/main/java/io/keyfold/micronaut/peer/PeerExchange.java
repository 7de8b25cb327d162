package io.keyfold.micronaut.peer;

import io.keyfold.config.PeerAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One question on its way to one instance: asked → answered or failed, and once at the most asked again in between, when a connection
 * that was kept open turns out to be closed: questions change nothing, so asking twice does no harm.
 *
 * <p>The time that it may take includes everything: the name, the connection, TLS, the question and the reply's last byte. Whoever
 * gives up, by time or by cancelling the answer, closes the connection.
 */
final class PeerExchange {

    private final PeerSetup setup;
    private final PeerAddress peer;
    private final byte[] question;
    private final Map<String, String> trace;
    private final Duration timeout;
    private final long deadlineNanos;
    private final HttpClient http;
    private final Executor executor;
    private final Clock clock;
    private final CompletableFuture<byte[]> answer = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> sent;
    private volatile boolean hasReply;
    private volatile boolean isSecond;

    PeerExchange(
            PeerSetup setup,
            PeerAddress peer,
            byte[] question,
            Map<String, String> trace,
            Duration timeout,
            HttpClient http,
            Executor executor,
            Clock clock) {
        this.setup = setup;
        this.peer = peer;
        this.question = question;
        this.trace = trace;
        this.timeout = timeout;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        this.http = http;
        this.executor = executor;
        this.clock = clock;
    }

    CompletableFuture<byte[]> start(ScheduledExecutorService alarm) {
        ScheduledFuture<?> expiry = alarm.schedule(
                () -> executor.execute(() -> fail(PeerFailure.late(timeout))), timeout.toNanos(), TimeUnit.NANOSECONDS);
        var unused = answer.whenComplete((reply, thrown) -> {
            expiry.cancel(false);
            if (thrown != null) {
                abandon();
            }
        });
        send();
        return answer;
    }

    void fail(PeerFailure failure) {
        answer.completeExceptionally(failure);
    }

    private void send() {
        long leftNanos = deadlineNanos - System.nanoTime();
        if (leftNanos <= 0) {
            fail(PeerFailure.late(timeout));
            return;
        }
        QuestionStamp stamp = QuestionStamp.of(peer, clock.millis());
        HttpRequest.Builder request = HttpRequest.newBuilder(setup.questionsAt(peer))
                .timeout(Duration.ofNanos(leftNanos))
                .header("Content-Type", "application/octet-stream")
                .header(PeerHeaders.TARGET, stamp.target())
                .header(PeerHeaders.TIME, stamp.time())
                .header(PeerHeaders.NONCE, stamp.nonce())
                .header(PeerHeaders.HOP, stamp.hop())
                .header(PeerHeaders.SIGNATURE, setup.signatures().ofQuestion(stamp, question))
                .POST(BodyPublishers.ofByteArray(question));
        trace.forEach(request::header);
        CompletableFuture<?> call = http.sendAsync(request.build(), info -> receive(info, stamp.nonce()));
        sent = call;
        var unused = call.whenComplete((response, thrown) -> {
            if (thrown != null) {
                executor.execute(() -> failed(thrown));
            }
        });
        if (answer.isDone()) {
            abandon();
        }
    }

    /** The reply is taken here and not from the call's future, which the JDK completes on threads that all of the JVM shares. */
    private BodySubscriber<byte[]> receive(ResponseInfo info, String nonce) {
        hasReply = true;
        CappedReply reply = new CappedReply(setup.maxReplyBytes());
        reply.getBody().whenComplete((body, thrown) -> {
            if (thrown == null) {
                received(info, nonce, body);
            } else {
                fail(PeerFailure.of(thrown, timeout));
            }
        });
        return reply;
    }

    private void received(ResponseInfo info, String nonce, byte[] body) {
        int status = info.statusCode();
        String given = info.headers().firstValue(PeerHeaders.SIGNATURE).orElse("");
        if (!PeerSignatures.isSame(setup.signatures().ofReply(nonce, status, body), given)) {
            fail(new PeerFailure(PeerFailure.NOT_KEYFOLDS));
        } else if (status == PeerReplies.ANSWERED) {
            answer.complete(body);
        } else {
            fail(PeerFailure.refusal(status));
        }
    }

    private void failed(Throwable thrown) {
        if (!isSecond && !hasReply && !answer.isDone() && PeerFailure.isOfAClosedConnection(thrown)) {
            isSecond = true;
            send();
        } else {
            fail(PeerFailure.of(thrown, timeout));
        }
    }

    private void abandon() {
        CompletableFuture<?> call = sent;
        if (call != null) {
            call.cancel(true);
        }
    }
}
