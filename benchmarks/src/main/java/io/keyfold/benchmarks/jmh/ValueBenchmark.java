package io.keyfold.benchmarks.jmh;

import com.fasterxml.jackson.databind.ObjectReader;
import io.keyfold.benchmarks.OrderItem;
import io.keyfold.benchmarks.Traffic;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A value of eight columns, about 200 bytes of JSON, checked against its contract and its key. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ValueBenchmark {

    private final Samples samples = new Samples();
    private final ValueCodec codec = ValueCodec.of(Traffic.CONTRACT);
    private final ObjectReader jackson = Samples.jackson(OrderItem.class);
    private final DecodedKey.Good[] keys = new DecodedKey.Good[Samples.COUNT];
    private final byte[][] bytes = new byte[Samples.COUNT][];

    /** Makes the values. */
    public ValueBenchmark() {
        KeyCodec keyCodec = KeyCodec.of(Traffic.CONTRACT);
        for (int record = 0; record < Samples.COUNT; record++) {
            keys[record] = (DecodedKey.Good) keyCodec.decode(Samples.TRAFFIC.keyBytes(Samples.TRAFFIC.key(record)));
            bytes[record] = Samples.TRAFFIC.value(record);
        }
    }

    /** {@return a value that is good} */
    @Benchmark
    public DecodedValue validate() {
        int sample = samples.next();
        return codec.decode(keys[sample], bytes[sample]);
    }

    /**
     * {@return the same bytes as a record by Jackson's data binding: the peer of {@link #validate}}
     *
     * @throws IOException never
     */
    @Benchmark
    public OrderItem jacksonRecord() throws IOException {
        return jackson.readValue(bytes[samples.next()]);
    }
}
