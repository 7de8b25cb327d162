package io.keyfold;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.SourceTables;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Sees each row of a table, and asks between them how far its partition is. */
final class PositionCheck implements DerivedTopology {

    private static final Duration PERIOD = Duration.ofMillis(1);

    private final String table;
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final AtomicInteger passed = new AtomicInteger();
    private volatile @Nullable SourceTables tables;

    PositionCheck(String table) {
        this.table = table;
    }

    /** What was beyond a position. */
    List<String> faults() {
        return faults;
    }

    /** How many rows were handed on and are below their position. */
    int passed() {
        return passed.get();
    }

    OptionalLong position(int partition) {
        return requireNonNull(tables).position(table, partition);
    }

    Optional<StaleMark> stale(int partition) {
        return requireNonNull(tables).stale(table, partition);
    }

    @Override
    public void build(StreamsBuilder builder, SourceTables given) {
        tables = given;
        given.table(table).toStream().process(RowWatch::new);
    }

    /** Of one partition. */
    private final class RowWatch implements Processor<RowKey, Row<RowJson>, Void, Void> {

        private int partition;
        private long last = -1;
        private int waiting;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            partition = context.taskId().partition();
            context.schedule(PERIOD, PunctuationType.WALL_CLOCK_TIME, now -> look());
        }

        @Override
        public void process(Record<RowKey, Row<RowJson>> record) {
            last = record.value().position().offset();
            waiting++;
            if (position(partition).orElse(0) > last) {
                faults.add("before the record was through the position was beyond it");
            }
        }

        private void look() {
            if (position(partition).orElse(-1) <= last) {
                faults.add("the position is not beyond " + partition + "@" + last);
                return;
            }
            passed.addAndGet(waiting);
            waiting = 0;
        }
    }
}
