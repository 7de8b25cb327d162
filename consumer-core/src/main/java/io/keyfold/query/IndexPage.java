package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import java.util.List;
import java.util.Optional;

/**
 * The answer to an {@link IndexScan}: rows in the index's order over all partitions that could be asked here.
 *
 * @param <T> how values are read
 * @param rows the rows, at most the scan's limit
 * @param next the place to go on {@linkplain IndexScan#after(IndexPosition) after}; empty on the last page
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, or whose index is being built, each with the reason
 */
public record IndexPage<T>(
        List<Row<T>> rows, Optional<IndexPosition> next, List<PartitionPosition> asOf, List<MissingPartition> missing) {

    /** Refuses an answer with something missing. */
    public IndexPage {
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
