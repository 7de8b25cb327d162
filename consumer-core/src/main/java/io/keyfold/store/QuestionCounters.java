package io.keyfold.store;

import io.keyfold.metrics.QuestionCounts;
import java.util.concurrent.atomic.LongAdder;

/** Counts questions to partitions by who answered them. Any thread. */
final class QuestionCounters {

    private final LongAdder here = new LongAdder();
    private final LongAdder standby = new LongAdder();
    private final LongAdder forwarded = new LongAdder();

    void here() {
        here.increment();
    }

    void standby() {
        standby.increment();
    }

    void forwarded() {
        forwarded.increment();
    }

    QuestionCounts counts() {
        return new QuestionCounts(here.sum(), standby.sum(), forwarded.sum());
    }
}
