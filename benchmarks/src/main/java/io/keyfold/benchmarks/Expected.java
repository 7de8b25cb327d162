package io.keyfold.benchmarks;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a table must hold after so many records of the traffic: their fold, kept as the last record of each key. */
final class Expected {

    private static final int SAMPLE = 1_000;
    private static final int NONE = -1;

    private final Traffic traffic;
    private final int[] lastRecords;
    private final long deletes;

    private Expected(Traffic traffic, int[] lastRecords, long deletes) {
        this.traffic = traffic;
        this.lastRecords = lastRecords;
        this.deletes = deletes;
    }

    static Expected after(Traffic traffic, long records) {
        int[] last = new int[traffic.keys()];
        Arrays.fill(last, NONE);
        long deletes = 0;
        for (int record = 0; record < records; record++) {
            last[traffic.key(record)] = record;
            deletes += traffic.isDelete(record) ? 1 : 0;
        }
        return new Expected(traffic, last, deletes);
    }

    /** {@return how many of the records are tombstones} */
    long deletes() {
        return deletes;
    }

    /** {@return how many rows are left} */
    long rows() {
        return IntStream.range(0, lastRecords.length).filter(this::isRow).count();
    }

    /** {@return the value of a key by its number; empty if there is no row} */
    Optional<byte[]> value(int key) {
        return isRow(key) ? Optional.of(traffic.value(lastRecords[key])) : Optional.empty();
    }

    private boolean isRow(int key) {
        return lastRecords[key] != NONE && !traffic.isDelete(lastRecords[key]);
    }

    /**
     * Compares a table with what it must hold: its number of rows, and 1,000 keys evenly over all.
     *
     * @throws IllegalStateException if the table is wrong
     */
    void verify(Rows table) {
        long rows = table.count();
        if (rows != rows()) {
            throw new IllegalStateException("Wrong table: " + rows + " rows (expected: " + rows() + ")");
        }
        int sample = Math.min(SAMPLE, traffic.keys());
        for (int i = 0; i < sample; i++) {
            int key = (int) ((long) i * traffic.keys() / sample);
            if (!table.holds(key, value(key))) {
                throw new IllegalStateException("Wrong table: the row of key " + key
                        + " is not what the last record for it says (seed " + traffic.seed() + ")");
            }
        }
    }

    /** The rows that a contender has made. */
    interface Rows {

        /** {@return how many there are, counted one by one} */
        long count();

        /**
         * {@return whether the row of a key is this}
         *
         * @param key the key's number
         * @param value its value; empty for no row
         */
        boolean holds(int key, Optional<byte[]> value);
    }
}
