package io.keyfold.dashboard.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

class TotalsFeedTest {

    private static final int READINGS = 1_000;

    /** Asks for one reading and then for nothing until told to. */
    private static final class Stalled extends BaseSubscriber<Integer> {

        private final List<Integer> seen = new ArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
        }

        @Override
        protected void hookOnNext(Integer reading) {
            seen.add(reading);
        }
    }

    @Test
    void shared_oneWhoDoesNotReadOn_holdsNobodyAndGetsTheLatestLater() {
        Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
        Flux<Integer> shared = TotalsFeed.shared(source.asFlux());
        Stalled stalled = new Stalled();
        List<Integer> healthy = new ArrayList<>();
        shared.subscribe(stalled);
        shared.subscribe(healthy::add);

        IntStream.range(0, READINGS).forEach(source::tryEmitNext);
        assertThat(healthy).hasSize(READINGS);
        assertThat(stalled.seen).containsExactly(0);

        stalled.request(1);
        assertThat(stalled.seen).containsExactly(0, READINGS - 1);
    }
}
