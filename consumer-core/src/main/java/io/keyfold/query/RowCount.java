package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Optional;

/**
 * How many rows a {@link Scan} asks for, over all partitions that could be asked here.
 *
 * @param rows rows counted, 0 up to the scan's limit
 * @param next the key to go on {@linkplain Scan#after(RowKey) after}; empty when counted to the end
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, each with the reason
 * @param stale the partitions that were asked and whose rows may have been deleted upstream, each with what is known of it
 * @param waiting the partitions that were asked and in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was asked
 */
public record RowCount(
        long rows,
        Optional<RowKey> next,
        List<PartitionPosition> asOf,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby) {

    /** Refuses an answer with something missing. */
    public RowCount {
        if (rows < 0) {
            throw new IllegalArgumentException("rows: " + rows + " (expected: 0 or more)");
        }
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
}
