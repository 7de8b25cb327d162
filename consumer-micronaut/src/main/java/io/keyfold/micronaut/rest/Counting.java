package io.keyfold.micronaut.rest;

import io.keyfold.UpsertTable;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Rows counted one by one, up to a budget.
 *
 * @param rows rows counted
 * @param next where to go on; empty when counted to the end
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions of which some could not be counted, and why
 * @param stale as a count has it
 * @param waiting as a count has it
 * @param standby as a count has it
 */
record Counting(
        long rows,
        Optional<RowKey> next,
        List<PartitionPosition> asOf,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby) {

    /**
     * Counts, a part at a time.
     *
     * @param budget rows to be counted at the most
     */
    static Counting of(UpsertTable<?> table, Scan scan, int budget) {
        Map<Integer, PartitionPosition> asOf = new TreeMap<>();
        Map<Integer, MissingPartition> missing = new TreeMap<>();
        Map<Integer, StalePartition> stale = new TreeMap<>();
        Map<Integer, WaitingPartition> waiting = new TreeMap<>();
        Map<Integer, StandbyPartition> standby = new TreeMap<>();
        long rows = 0;
        Scan rest = scan;
        Optional<RowKey> next;
        do {
            RowCount count = table.count(rest.limit((int) Math.min(budget - rows, rest.limit())));
            rows += count.rows();
            // The first positions are the least: later ones can only be further.
            addAll(asOf, count.asOf(), PartitionPosition::partition);
            addAll(missing, count.missing(), MissingPartition::partition);
            addAll(stale, count.stale(), StalePartition::partition);
            addAll(waiting, count.waiting(), WaitingPartition::partition);
            addAll(standby, count.standby(), StandbyPartition::partition);
            next = count.next();
            rest = next.isPresent() ? rest.after(next.get()) : rest;
        } while (next.isPresent() && rows < budget);
        return new Counting(
                rows,
                next,
                List.copyOf(asOf.values()),
                List.copyOf(missing.values()),
                List.copyOf(stale.values()),
                List.copyOf(waiting.values()),
                List.copyOf(standby.values()));
    }

    private static <T> void addAll(Map<Integer, T> to, List<T> more, Function<T, Integer> partition) {
        more.forEach(one -> to.putIfAbsent(partition.apply(one), one));
    }

    /** {@return whether every partition was asked} */
    boolean hasAskedAll() {
        return missing.isEmpty();
    }
}
