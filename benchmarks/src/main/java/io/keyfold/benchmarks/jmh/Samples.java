package io.keyfold.benchmarks.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.keyfold.benchmarks.Traffic;
import io.keyfold.benchmarks.Traffic.Spread;

/** The traffic that is measured with, and whose turn it is: one after the other, so that no branch is learnt by heart. */
final class Samples {

    static final int COUNT = 4_096;
    static final Traffic TRAFFIC = new Traffic(42, COUNT, COUNT, Spread.EVEN);

    private static final ObjectMapper JACKSON =
            new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private int last = -1;

    /** {@return what reads the same bytes into a record the way a first program does} */
    static <T extends Record> ObjectReader jackson(Class<T> type) {
        return JACKSON.readerFor(type);
    }

    /** {@return 0 .. COUNT, exclusive, round and round} */
    int next() {
        last = (last + 1) & (COUNT - 1);
        return last;
    }
}
