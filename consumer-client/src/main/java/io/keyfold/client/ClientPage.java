package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionPosition;
import java.util.List;
import java.util.Optional;

/**
 * A page of rows or groups over all partitions that some instance could be asked for.
 *
 * @param <E> a row, or a group of a total
 * @param entries the rows or groups, in the order that was asked for
 * @param isComplete whether every partition was asked
 * @param missing the partitions whose rows are not here, each with the reason
 * @param stale the partitions whose rows may have been deleted upstream, each with what is known of it
 * @param waiting the partitions in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was read
 * @param asOf how far each partition that was asked had been read at least
 * @param nextToken what to ask for the next page with; empty on the last
 */
public record ClientPage<E>(
        List<E> entries,
        boolean isComplete,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby,
        List<PartitionPosition> asOf,
        Optional<String> nextToken) {

    /** Copies the lists. */
    public ClientPage {
        entries = List.copyOf(entries);
        missing = List.copyOf(missing);
        stale = List.copyOf(stale);
        waiting = List.copyOf(waiting);
        standby = List.copyOf(standby);
        asOf = List.copyOf(asOf);
        requireNonNull(nextToken, "nextToken");
    }

    /** {@return whether no row can have been deleted upstream without being deleted here} */
    public boolean isFresh() {
        return stale.isEmpty();
    }

    /** {@return how many entries it has: rows and tokens are not for logs} */
    @Override
    public String toString() {
        return "ClientPage[" + entries.size() + " entries, complete: " + isComplete + "]";
    }
}
