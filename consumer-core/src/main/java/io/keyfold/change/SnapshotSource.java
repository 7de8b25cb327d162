package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the rows of a snapshot come from: the table's store. Called by any thread. */
public interface SnapshotSource {

    /**
     * {@return the bytes by which rows are ordered, compared unsigned}
     *
     * @param key a row's key
     */
    byte[] storageKey(RowKey key);

    /**
     * Reads the next rows of one partition, in storage-key order.
     *
     * <p>Calls the taker, on this thread and at most once, while nothing is folded into the partition: every change that
     * was published until then is in the rows, and none after. The taker does not wait. Nor does this: the thread that
     * folds may be waiting for the very thread that calls this.
     *
     * @param partition the partition
     * @param after the storage key that the rows come after, exclusive; null to begin with the first
     * @param limit the most rows to read, 1 or more; fewer may come
     * @param taker takes the rows
     * @return false if this is not possible just now, and the taker was not called: ask again later
     */
    boolean read(int partition, byte @Nullable [] after, int limit, Consumer<Chunk> taker);

    /**
     * Some rows of a partition, one after the other.
     *
     * @param rows in storage-key order
     * @param isLast whether the partition has no rows after these
     */
    record Chunk(List<Entry> rows, boolean isLast) {

        /** Refuses a chunk that would not move a reader on. */
        public Chunk {
            rows = List.copyOf(rows);
            if (rows.isEmpty() && !isLast) {
                throw new IllegalArgumentException("rows: none (expected: 1 or more, but in the last chunk)");
            }
        }
    }

    /**
     * A row where it is stored.
     *
     * @param storageKey its storage key; shared, so never to be modified
     * @param row the row
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares entries
    record Entry(byte[] storageKey, Row<RowJson> row) {

        /** Refuses an entry with something missing. */
        public Entry {
            requireNonNull(storageKey, "storageKey");
            requireNonNull(row, "row");
        }

        /** {@return the row's position: keys may be personal data, which is not for logs} */
        @Override
        public String toString() {
            return "Entry[" + row.position() + "]";
        }
    }
}
