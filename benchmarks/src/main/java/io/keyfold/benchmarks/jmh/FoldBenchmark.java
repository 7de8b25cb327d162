package io.keyfold.benchmarks.jmh;

import io.keyfold.benchmarks.Traffic;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.StoredRow;
import io.keyfold.fold.Fold;
import io.keyfold.fold.FoldStep;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import java.time.Instant;
import java.util.Optional;
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

/** What a record does, decoded and with what is stored at hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FoldBenchmark {

    private final Samples samples = new Samples();
    private final RecordPosition position = new RecordPosition(Traffic.CONTRACT.topic(), 0, Samples.COUNT);
    private final Optional<Instant> timestamp = Optional.of(Instant.ofEpochMilli(1_705_315_200_000L));
    private final DecodedValue tombstone = new DecodedValue.Tombstone();
    private final DecodedValue[] values = new DecodedValue[Samples.COUNT];
    private final StoredRow[] rows = new StoredRow[Samples.COUNT];

    /** Makes the values, and rows that differ from them. */
    public FoldBenchmark() {
        for (int record = 0; record < Samples.COUNT; record++) {
            int key = Samples.TRAFFIC.key(record);
            values[record] = new DecodedValue.Upsert(new RowJson(Samples.TRAFFIC.value(record)));
            rows[record] = new StoredRow(
                    Optional.of(new RowJson(Samples.TRAFFIC.value(record + Samples.COUNT, key))),
                    new RecordPosition(Traffic.CONTRACT.topic(), 0, record),
                    timestamp,
                    Optional.empty());
        }
    }

    /** {@return what a first value does} */
    @Benchmark
    public FoldStep insert() {
        return Fold.step(-1, Optional.empty(), values[samples.next()], position, timestamp);
    }

    /** {@return what another value does} */
    @Benchmark
    public FoldStep update() {
        int sample = samples.next();
        return Fold.step(-1, Optional.of(rows[sample]), values[sample], position, timestamp);
    }

    /** {@return what a tombstone does} */
    @Benchmark
    public FoldStep delete() {
        return Fold.step(-1, Optional.of(rows[samples.next()]), tombstone, position, timestamp);
    }
}
