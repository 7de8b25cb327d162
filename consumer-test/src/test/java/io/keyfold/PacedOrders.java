package io.keyfold;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Traffic over the rows of {@link BulkOrders}: 2,000 records a second to random rows, a tenth of them deletes, until it is
 * told to end. It leaves the last row alone. Knows what the table must hold then.
 */
final class PacedOrders implements AutoCloseable {

    private static final int BATCH = 50;
    private static final long PERIOD_MS = 25;
    private static final int GONE = -1;

    private final BulkOrders writer;
    private final long seed;
    private final Random random;
    private final int[] versions;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private @Nullable ScheduledFuture<?> running;
    private int next = 1;

    PacedOrders(String bootstrapServers, String topic, int rows, long seed) {
        this.writer = new BulkOrders(bootstrapServers, topic);
        this.seed = seed;
        this.random = new Random(seed);
        this.versions = new int[rows];
    }

    /** The first version of every row. */
    void writeAll() {
        writer.upsert(0, versions.length, 0);
        writer.flush();
    }

    void begin() {
        System.out.println("paced orders: seed " + seed);
        running = executor.scheduleAtFixedRate(this::write, 0, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    private void write() {
        for (int i = 0; i < BATCH; i++) {
            int row = random.nextInt(versions.length - 1);
            if (random.nextInt(10) == 0) {
                versions[row] = GONE;
                writer.tombstone(row);
            } else {
                versions[row] = next++;
                writer.upsert(row, versions[row]);
            }
        }
        writer.flush();
    }

    /** Returns when the broker has all that it wrote. */
    void end() throws InterruptedException, ExecutionException {
        ScheduledFuture<?> traffic = requireNonNull(running, "it has not begun");
        if (traffic.isDone()) {
            traffic.get(); // it failed
        }
        shutDown();
    }

    private void shutDown() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(TableUnderTest.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("Cannot end the traffic: a write has not ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot end the traffic: interrupted", e);
        }
    }

    /** The rows as they are once the traffic has ended. */
    NavigableMap<RowKey, String> rows() {
        TableModel model = new TableModel();
        for (int row = 0; row < versions.length; row++) {
            if (versions[row] != GONE) {
                model.put(BulkOrders.key(row), BulkOrders.value(row, versions[row]));
            }
        }
        return model.rows();
    }

    /** Of all rows as they are then: how many, and {@link TableProcessMain#hash} over them. */
    String[] digest() {
        NavigableMap<RowKey, String> rows = rows();
        long hash = 0;
        for (var row : rows.entrySet()) {
            hash += TableProcessMain.hash(TableModel.keyJson(row.getKey()), row.getValue());
        }
        return new String[] {Integer.toString(rows.size()), Long.toString(hash)};
    }

    @Override
    public void close() {
        shutDown();
        writer.close();
    }
}
