package io.keyfold.benchmarks.jmh;

import io.keyfold.benchmarks.Traffic;
import io.keyfold.benchmarks.Traffic.Spread;

/** The traffic that is measured with, and whose turn it is: one after the other, so that no branch is learnt by heart. */
final class Samples {

    static final int COUNT = 4_096;
    static final Traffic TRAFFIC = new Traffic(42, COUNT, COUNT, Spread.EVEN);

    private int last = -1;

    /** {@return 0 .. COUNT, exclusive, round and round} */
    int next() {
        last = (last + 1) & (COUNT - 1);
        return last;
    }
}
