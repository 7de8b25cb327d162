package io.keyfold.benchmarks;

import io.keyfold.config.Materialization;

/** A table that is read from the topic, ours or stock. Made, started once, closed. */
interface TableReader extends Expected.Rows, AutoCloseable {

    /** Begins to read. */
    void start();

    /**
     * Waits until everything that was on the topic before the start is in the table and can be asked for.
     *
     * @param records how many records that are
     */
    void awaitLoaded(long records) throws InterruptedException;

    /** {@return how many records of the topic have been applied since the start, live or by a restore; cheap} */
    long records();

    /** {@return how many of them a restore brought} */
    long restored();

    @Override
    void close();

    static TableReader of(Assignment assignment) {
        return switch (assignment.contender()) {
            case KEYFOLD, DECLARED -> new KeyfoldReader(assignment, Materialization.SOURCE_TOPIC);
            case CHANGELOG -> new KeyfoldReader(assignment, Materialization.CHANGELOG);
            case STOCK -> new StockReader(assignment);
            case POLL, ROCKSDB, TRANSACTIONAL ->
                throw new IllegalArgumentException("contender: " + assignment.contender() + " (expected: a table)");
        };
    }
}
