package io.keyfold.benchmarks.jmh;

import io.keyfold.UpsertTable;
import io.keyfold.benchmarks.Traffic;
import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.test.topic.TableDriver;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Reads of a table of 4,096 rows, which are in memory: what a read costs beside the disk. One partition, no broker. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReadBenchmark {

    private final Samples samples = new Samples();
    private final TableDriver driver =
            TableDriver.of(TableSettings.of(Traffic.CONTRACT).index("by_user", "user_id"));
    private final UpsertTable<RowJson> table = driver.table();
    private final RowKey[] keys = new RowKey[Samples.COUNT];
    private final IndexScan[] users = new IndexScan[Samples.COUNT];
    private final Scan[] orders = new Scan[Samples.COUNT];

    /** Fills the table. */
    public ReadBenchmark() {
        for (int record = 0; record < Samples.COUNT; record++) {
            int key = Samples.TRAFFIC.key(record);
            driver.raw(Samples.TRAFFIC.keyBytes(key), Samples.TRAFFIC.value(record));
            keys[record] = Samples.TRAFFIC.rowKey(key);
            users[record] = IndexScan.of("by_user").from("U" + record).limit(4);
            orders[record] = Scan.prefix(keys[record].values().get(0));
        }
    }

    /** {@return a row by its key} */
    @Benchmark
    public Answer<RowJson> get() {
        return table.get(keys[samples.next()]);
    }

    /** {@return the four rows of an order} */
    @Benchmark
    public Page<RowJson> scanPrefix() {
        return table.scan(orders[samples.next()]);
    }

    /** {@return the first four rows by user, from a user on} */
    @Benchmark
    public IndexPage<RowJson> scanIndex() {
        return table.scan(users[samples.next()]);
    }

    /** Removes the table. */
    @TearDown
    public void close() {
        driver.close();
    }
}
