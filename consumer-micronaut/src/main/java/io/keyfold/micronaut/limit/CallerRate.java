package io.keyfold.micronaut.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;

/**
 * How often each caller may ask: a bucket of as many tokens as it may ask in a second, filled evenly.
 *
 * <p>For any thread. A caller that has been quiet is forgotten, which gives it nothing: its bucket was full. So are the least recent
 * ones when there are too many.
 */
final class CallerRate {

    static final int MOST_CALLERS = 10_000;

    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);

    private final Bandwidth bandwidth;
    private final TimeMeter clock;
    private final Cache<String, Bucket> buckets;

    CallerRate(int requestsPerSecond, TimeMeter clock) {
        this.bandwidth = Bandwidth.builder()
                .capacity(requestsPerSecond)
                .refillGreedy(requestsPerSecond, Duration.ofSeconds(1))
                .build();
        this.clock = clock;
        this.buckets = Caffeine.newBuilder()
                .maximumSize(MOST_CALLERS)
                .expireAfterAccess(FORGET_AFTER)
                .ticker(clock::currentTimeNanos)
                .executor(Runnable::run)
                .build();
    }

    /** {@return nothing if the caller may ask now, else after how long} */
    Optional<Duration> ask(String caller) {
        ConsumptionProbe probe = buckets.get(caller, this::full).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Optional.empty() : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }

    long callers() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket full(String caller) {
        return Bucket.builder()
                .addLimit(bandwidth)
                .withCustomTimePrecision(clock)
                .build();
    }
}
