package io.keyfold.benchmarks.jmh;

import com.fasterxml.jackson.databind.ObjectReader;
import io.keyfold.benchmarks.OrderKey;
import io.keyfold.benchmarks.Traffic;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.RowKey;
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

/** A key of two STRING columns, about 40 bytes of JSON, in its encodings. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KeyBenchmark {

    private final Samples samples = new Samples();
    private final KeyCodec codec = KeyCodec.of(Traffic.CONTRACT);
    private final ObjectReader jackson = Samples.jackson(OrderKey.class);
    private final RowKey[] keys = new RowKey[Samples.COUNT];
    private final byte[][] bytes = new byte[Samples.COUNT][];

    /** Makes the keys. */
    public KeyBenchmark() {
        for (int key = 0; key < Samples.COUNT; key++) {
            keys[key] = Samples.TRAFFIC.rowKey(key);
            bytes[key] = Samples.TRAFFIC.keyBytes(key);
        }
    }

    /** {@return a record's key, decoded, its storage key with it} */
    @Benchmark
    public DecodedKey decode() {
        return codec.decode(bytes[samples.next()]);
    }

    /**
     * {@return the same bytes as a record by Jackson's data binding: the peer of {@link #decode}}
     *
     * @throws IOException never
     */
    @Benchmark
    public OrderKey jacksonRecord() throws IOException {
        return jackson.readValue(bytes[samples.next()]);
    }

    /** {@return a storage key, of a key to be looked up} */
    @Benchmark
    public byte[] encodeStorageKey() {
        return codec.storageKey(keys[samples.next()]);
    }

    /** {@return a routing key, of a key to be looked up} */
    @Benchmark
    public byte[] encodeRoutingKey() {
        return codec.routingKey(keys[samples.next()]);
    }
}
