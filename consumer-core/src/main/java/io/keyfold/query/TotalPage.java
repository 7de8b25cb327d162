package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionPosition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link TotalScan}: groups over all partitions that could be asked here.
 *
 * @param groups the groups, at most the scan's limit, each with what it comes to in those partitions
 * @param next the group to go on {@linkplain TotalScan#after(List) after}; empty on the last page
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, or whose total is being built, each with the reason
 * @param stale the partitions that were asked and whose rows may have been deleted upstream, each with what is known of it
 * @param waiting the partitions that were asked and in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was asked
 */
public record TotalPage(
        List<TotalGroup> groups,
        Optional<List<@Nullable Object>> next,
        List<PartitionPosition> asOf,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby) {

    /** Refuses an answer with something missing. */
    public TotalPage {
        groups = List.copyOf(groups);
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
