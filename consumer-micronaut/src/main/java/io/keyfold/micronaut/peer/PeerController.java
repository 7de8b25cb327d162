package io.keyfold.micronaut.peer;

import com.github.benmanes.caffeine.cache.Ticker;
import io.keyfold.micronaut.metrics.PeerMeters;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.json.JsonMapper;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.annotation.PreDestroy;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where other instances ask this one. There is no such path in a service whose instances do not ask each other.
 *
 * <p>The signature is looked at on the thread that read the request; the answer is made on those of {@link PeerAnswerPool}.
 */
@Controller(PeerSetup.QUESTIONS)
@SizedQuestions
@Requires(property = ConfiguredPeers.ADDRESS)
@Hidden
final class PeerController {

    private static final Logger LOG = LoggerFactory.getLogger(PeerController.class);
    private static final byte[] NOTHING = {};

    private final QuestionGuard guard;
    private final PeerAnswerPool pool;
    private final PeerReplies replies;
    private final PeerMeters meters;
    private final AtomicLong failures = new AtomicLong();

    PeerController(PeerSetup setup, PeerAnswers answers, JsonMapper json, PeerMeters meters) {
        this.guard = new QuestionGuard(
                setup,
                Clock.systemUTC(),
                Ticker.systemTicker(),
                ManagementFactory.getRuntimeMXBean().getStartTime());
        this.pool = new PeerAnswerPool(answers, setup.threads(), setup.timeout(), System::nanoTime);
        this.replies = new PeerReplies(setup.signatures(), json);
        this.meters = meters;
    }

    @Post(consumes = MediaType.APPLICATION_OCTET_STREAM, produces = MediaType.ALL)
    CompletableFuture<HttpResponse<byte[]>> answer(HttpRequest<byte[]> request) {
        byte[] question = request.getBody().orElse(NOTHING);
        String signature = QuestionStamp.only(request.getHeaders(), PeerHeaders.SIGNATURE);
        QuestionStamp stamp = QuestionStamp.in(request.getHeaders())
                .filter(whole -> guard.isGenuine(whole, signature, question))
                .orElseThrow(() -> refused(ProblemException.of(
                        ProblemType.PEER_FORGED, "The question bears no signature made with this instance's secret")));
        try {
            guard.admit(stamp);
        } catch (ProblemException e) {
            return CompletableFuture.completedFuture(replies.refusal(request, stamp, refused(e)));
        }
        return pool.answer(question)
                .handle((answer, thrown) -> thrown == null
                        ? replies.answer(stamp, answer)
                        : replies.refusal(request, stamp, refused(problem(thrown))));
    }

    private ProblemException problem(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof RejectedExecutionException) {
            return ProblemException.of(ProblemType.PEER_BUSY, "Too many questions of other instances wait");
        }
        if (cause instanceof IllegalArgumentException) {
            LOG.debug("Cannot answer another instance: {}", cause.getMessage());
            return ProblemException.of(ProblemType.PEER_QUESTION, "The question means nothing to this instance");
        }
        long count = failures.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.error("Cannot answer another instance, {} times so far", count, cause);
        }
        return ProblemException.of(ProblemType.PEER_FAILED, "The question could not be answered; the log says why");
    }

    private ProblemException refused(ProblemException problem) {
        String name = problem.type().name().toLowerCase(Locale.ROOT);
        meters.refused(name.substring(name.indexOf('_') + 1).replace('_', '-'));
        return problem;
    }

    @PreDestroy
    void close() {
        pool.close();
    }
}
