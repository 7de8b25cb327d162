package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to an {@link IndexScan}: rows in the index's order over all partitions that could be asked here.
 *
 * @param <T> how values are read
 * @param rows the rows, at most the scan's limit
 * @param next the place to go on {@linkplain IndexScan#after(IndexPosition) after}; empty on the last page
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, or whose index is being built, each with the reason
 * @param stale the partitions that were asked and whose rows may have been deleted upstream, each with what is known of it
 * @param waiting the partitions that were asked and in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was asked
 */
public record IndexPage<T>(
        List<Row<T>> rows,
        Optional<IndexPosition> next,
        List<PartitionPosition> asOf,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby) {

    /** Refuses an answer with something missing. */
    public IndexPage {
        rows = List.copyOf(rows);
        requireNonNull(next, "next");
        asOf = List.copyOf(asOf);
        missing = List.copyOf(missing);
        stale = List.copyOf(stale);
        waiting = List.copyOf(waiting);
        standby = List.copyOf(standby);
    }

    /** {@return whether every partition of the topic was asked} */
    public boolean isComplete() {
        return missing.isEmpty();
    }

    /** {@return whether no row can have been deleted upstream without being deleted here} */
    public boolean isFresh() {
        return stale.isEmpty();
    }

    /**
     * {@return the same page with its rows read in another way}
     *
     * @param reader reads a row
     * @param <U> how values are read then
     */
    public <U> IndexPage<U> map(Function<? super Row<T>, Row<U>> reader) {
        List<Row<U>> read = new ArrayList<>(rows.size());
        rows.forEach(row -> read.add(reader.apply(row)));
        return new IndexPage<>(read, next, asOf, missing, stale, waiting, standby);
    }
}
