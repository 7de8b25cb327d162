package io.keyfold.benchmarks;

import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.sum;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.benchmarks.Assignment.Contender;
import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Our table, with the defaults of the builder but for memory where it is followed; if asked for, with two indexes and a total beside it. */
final class KeyfoldReader implements TableReader {

    /** The builder's default, which is enough for a load. */
    private static final long LOADED_BYTES = 256L << 20;

    /**
     * For a table that is read and written at random. Less than what the stock table may take by default: in each of 6
     * partitions 50 MiB of blocks and 48 of write buffers.
     */
    private static final long FOLLOWED_BYTES = 512L << 20;

    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Traffic traffic;
    private final UpsertConsumer consumer;
    private final UpsertTable<RowJson> table;

    KeyfoldReader(Assignment assignment, Materialization materialization) {
        this.traffic = assignment.traffic();
        this.consumer = UpsertConsumer.builder(
                        assignment.topic() + "-" + assignment.contender().label())
                .bootstrapServers(assignment.bootstrapServers())
                .stateDir(assignment.stateDir())
                .materialization(materialization)
                .storeMemoryBytes(assignment.more() == 0 ? LOADED_BYTES : FOLLOWED_BYTES)
                .table(table(assignment))
                .build();
        this.table = consumer.table(assignment.contract().name());
    }

    private static TableSettings table(Assignment assignment) {
        TableSettings table = TableSettings.of(assignment.contract());
        return assignment.contender() != Contender.DECLARED
                ? table
                : table.index("by_user", "user_id")
                        .index("by_time", "update_time")
                        .total("amount_by_status", sum("amount"), groupBy("order_status"));
    }

    UpsertTable<RowJson> table() {
        return table;
    }

    @Override
    public void start() {
        consumer.start();
    }

    @Override
    public void awaitLoaded(long records) throws InterruptedException {
        if (!consumer.awaitBuilt(PATIENCE)) {
            TableStatus status = table.status();
            throw new IllegalStateException("Cannot load " + status.table() + ": "
                    + status.failure().or(status::waiting).orElse("it is not ready after " + PATIENCE));
        }
    }

    @Override
    public long records() {
        TableCounts counts = table.status().counts();
        return counts.applied() + counts.unchanged() + counts.loaded() + counts.superseded();
    }

    @Override
    public long restored() {
        TableCounts counts = table.status().counts();
        return counts.loaded() + counts.superseded();
    }

    @Override
    public long count() {
        long rows = 0;
        Optional<RowKey> next = Optional.empty();
        do {
            Scan all = Scan.all().limit(Scan.MAX_LIMIT);
            RowCount page = table.count(next.map(all::after).orElse(all));
            if (!page.isComplete()) {
                throw new IllegalStateException("Wrong table: cannot count " + page.missing());
            }
            rows += page.rows();
            next = page.next();
        } while (next.isPresent());
        return rows;
    }

    @Override
    public boolean holds(int key, Optional<byte[]> value) {
        Answer<RowJson> answer = table.get(traffic.rowKey(key));
        if (answer instanceof Answer.Found<RowJson> found) {
            return value.isPresent()
                    && Arrays.equals(found.row().value().bytes(), value.get())
                    && found.row().mark().isEmpty();
        }
        return answer instanceof Answer.Absent<RowJson> && value.isEmpty();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
