package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a {@link Scan}: rows in key order over all partitions that could be asked here.
 *
 * @param <T> how values are read
 * @param rows the rows, at most the scan's limit
 * @param next the key to go on {@linkplain Scan#after(RowKey) after}; empty on the last page
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, each with the reason
 */
public record Page<T>(
        List<Row<T>> rows, Optional<RowKey> next, List<PartitionPosition> asOf, List<MissingPartition> missing) {

    /**
     * A partition whose rows are not in the page.
     *
     * @param partition the partition
     * @param reason why it could not be asked, in words
     */
    public record MissingPartition(int partition, String reason) {

        /** Refuses a gap without a reason. */
        public MissingPartition {
            requireNonNull(reason, "reason");
        }
    }

    /** Refuses an answer with something missing. */
    public Page {
        rows = List.copyOf(rows);
        requireNonNull(next, "next");
        asOf = List.copyOf(asOf);
        missing = List.copyOf(missing);
    }

    /** {@return whether every partition of the topic was asked} */
    public boolean isComplete() {
        return missing.isEmpty();
    }
}
