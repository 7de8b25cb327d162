package io.keyfold.micronaut.limit;

import io.github.bucket4j.TimeMeter;
import io.keyfold.micronaut.metrics.RequestsInFlight;
import io.keyfold.micronaut.metrics.RequestsInFlight.Kind;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.context.event.HttpRequestTerminatedEvent;
import io.micronaut.http.filter.ServerFilterPhase;
import java.security.Principal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in, and knows when each has ended. For any thread.
 *
 * <p>The server tells of the end once its work has ended and its reply, streamed or not, is written, has failed, or has lost its
 * client: a permit is given back then and not earlier, or callers who hang up could pile work up.
 */
@ServerFilter(Filter.MATCH_ALL_PATTERN)
final class RequestLimits implements ApplicationEventListener<HttpRequestTerminatedEvent>, Ordered {

    private static final String ADMISSION = "keyfold.admission";
    private static final Duration SCAN_AGAIN = Duration.ofSeconds(1);
    private static final Duration CHANGES_AGAIN = Duration.ofSeconds(5);

    private final Limits limits;
    private final RequestCost cost;
    private final RequestsInFlight inFlight;
    private final @Nullable CallerRate rate;

    RequestLimits(Limits limits, RequestCost cost, RequestsInFlight inFlight) {
        this.limits = limits;
        this.cost = cost;
        this.inFlight = inFlight;
        this.rate = limits.requestsPerSecond() == 0
                ? null
                : new CallerRate(limits.requestsPerSecond(), TimeMeter.SYSTEM_NANOTIME);
    }

    /**
     * A request that was let in.
     *
     * @param kind what it was let in as
     * @param ended whether it has ended
     */
    private record Admission(Kind kind, AtomicBoolean ended) {}

    /** Behind security, which says who asks. */
    @Override
    public int getOrder() {
        return ServerFilterPhase.SECURITY.after();
    }

    @RequestFilter
    void admit(HttpRequest<?> request) {
        Optional<Kind> kind = cost.of(request);
        // Filters run a second time where the first run failed.
        if (kind.isEmpty() || request.getAttribute(ADMISSION).isPresent()) {
            return;
        }
        requireRate(request);
        enter(kind.get());
        request.setAttribute(ADMISSION, new Admission(kind.get(), new AtomicBoolean()));
    }

    @Override
    public void onApplicationEvent(HttpRequestTerminatedEvent event) {
        event.getSource()
                .getAttribute(ADMISSION, Admission.class)
                .filter(admission -> admission.ended.compareAndSet(false, true))
                .ifPresent(admission -> inFlight.leave(admission.kind));
    }

    private void requireRate(HttpRequest<?> request) {
        if (rate != null) {
            rate.ask(caller(request)).ifPresent(wait -> {
                throw ProblemException.tooMany(
                        ProblemType.TOO_MANY_REQUESTS,
                        "One caller may ask " + limits.requestsPerSecond() + " times a second",
                        wait);
            });
        }
    }

    private void enter(Kind kind) {
        switch (kind) {
            case READ -> enter(kind, Integer.MAX_VALUE, "", Duration.ZERO);
            case SCAN -> enter(kind, limits.concurrentScans(), "lists, counts, totals and batches", SCAN_AGAIN);
            case CHANGES -> enter(kind, limits.concurrentChanges(), "streams", CHANGES_AGAIN);
        }
    }

    private void enter(Kind kind, int limit, String what, Duration again) {
        if (!inFlight.enter(kind, limit)) {
            throw ProblemException.tooMany(
                    ProblemType.TOO_MANY_SCANS, "This instance answers " + limit + " " + what + " at once", again);
        }
    }

    /** {@return the caller's name, or its address where nobody is known} */
    private static String caller(HttpRequest<?> request) {
        return request.getUserPrincipal()
                .map(Principal::getName)
                .map(name -> "name " + name)
                .orElseGet(() -> "address " + request.getRemoteAddress().getAddress());
    }
}
