package io.keyfold.zombie;

import io.keyfold.crash.WatchStore;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.store.SourceTables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process when Kafka has committed deletes that the store of their table has not.
 *
 * <p>Kafka Streams commits the transaction of all tasks of a thread first, and the stores task by task after that; of a task it
 * commits a table's store before a watch of the table's changes. So when the watch of one partition is told to commit, a store
 * of another that has changed, and whose watch has not been told yet, may lack what Kafka has. A delete whose record lies before
 * one that was processed earlier is one that no record did. Holds for one stream thread.
 */
final class SweepWindow {

    private static final String WATCH = "sweep-watch";

    private final Map<Integer, Long> newest = new HashMap<>();
    private final Set<Integer> swept = new HashSet<>();
    private final Set<Integer> changed = new HashSet<>();

    /** Watches the items. */
    void build(StreamsBuilder builder, SourceTables tables) {
        builder.addStateStore(WatchStore.builder(WATCH, this::committed));
        tables.table(ZombieScene.ITEMS)
                .toStream()
                .process(
                        () -> new ContextualProcessor<RowKey, Row<RowJson>, Void, Void>() {
                            @Override
                            public void process(Record<RowKey, Row<RowJson>> record) {
                                @Nullable Row<RowJson> row = record.value();
                                context()
                                        .recordMetadata()
                                        .ifPresent(at -> changed(at.partition(), at.offset(), row == null));
                            }
                        },
                        WATCH);
    }

    private synchronized void changed(int partition, long offset, boolean isDelete) {
        changed.add(partition);
        if (isDelete && offset < newest.getOrDefault(partition, -1L)) {
            swept.add(partition);
        }
        newest.merge(partition, offset, Math::max);
    }

    private synchronized void committed(int partition) {
        boolean isEndOfTransaction = changed.remove(partition);
        swept.remove(partition);
        if (isEndOfTransaction && !swept.isEmpty()) {
            Runtime.getRuntime().halt(SweepHalt.EXIT);
        }
    }
}
