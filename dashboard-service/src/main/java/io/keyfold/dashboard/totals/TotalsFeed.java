package io.keyfold.dashboard.totals;

import jakarta.inject.Singleton;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The totals as they change, one reading for all who watch.
 *
 * <p>While somebody watches, the table is looked at twice a second, and read if it has changed. Whoever comes later begins
 * with the last reading. Nothing happens while nobody watches.
 */
@Singleton
final class TotalsFeed {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final Flux<TotalsReply> replies;

    TotalsFeed(TotalsReader reader) {
        this.replies = shared(Flux.using(
                () -> ChangeSignal.of(reader.table()), signal -> readings(signal, reader), ChangeSignal::close));
    }

    /** One source for all; who cannot keep up, such as a sleeping laptop, holds nobody and gets the latest later. */
    static <T> Flux<T> shared(Flux<T> source) {
        return source.replay(1).refCount().onBackpressureLatest();
    }

    /** {@return the last reading, then every new one} */
    Flux<TotalsReply> replies() {
        return replies;
    }

    private static Flux<TotalsReply> readings(ChangeSignal signal, TotalsReader reader) {
        // A pause after each look rather than a beat: a slow reading is not followed by those that it held up.
        return Mono.defer(() -> signal.take() ? Mono.just(reader.read()) : Mono.<TotalsReply>empty())
                .subscribeOn(Schedulers.boundedElastic())
                .repeatWhen(looks -> looks.delayElements(BETWEEN_LOOKS));
    }
}
