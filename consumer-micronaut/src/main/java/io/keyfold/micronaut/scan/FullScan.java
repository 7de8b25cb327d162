package io.keyfold.micronaut.scan;

import static java.util.Objects.requireNonNull;

import io.keyfold.UpsertTable;
import io.keyfold.query.Page;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What a scan of a whole table has covered.
 *
 * <p>It is no snapshot: a row that changes meanwhile is read before or after the change, each row once. Its cost grows
 * with the table.
 *
 * @param asOf how far each partition that was read had been read at least
 * @param missing the partitions that could not be read, wholly or from some page on, and why
 * @param stale the partitions whose rows may have been deleted upstream, and why
 */
public record FullScan(List<PartitionPosition> asOf, List<MissingPartition> missing, List<StalePartition> stale) {

    /** Copies the lists. */
    public FullScan {
        asOf = List.copyOf(asOf);
        missing = List.copyOf(missing);
        stale = List.copyOf(stale);
    }

    /**
     * {@return what the scan has covered, after giving every row to {@code reader}, in key order}
     *
     * @param table the table
     * @param reader takes each row, on this thread
     * @param <T> how values are read
     */
    public static <T> FullScan of(UpsertTable<T> table, Consumer<? super Row<T>> reader) {
        requireNonNull(table, "table");
        requireNonNull(reader, "reader");
        Map<Integer, PartitionPosition> asOf = new TreeMap<>();
        Map<Integer, MissingPartition> missing = new TreeMap<>();
        Map<Integer, StalePartition> stale = new TreeMap<>();
        Optional<RowKey> next;
        Scan scan = Scan.all().limit(Scan.MAX_LIMIT);
        do {
            Page<T> page = table.scan(scan);
            page.rows().forEach(reader);
            // The first page's positions are the least: later ones can only be further.
            page.asOf().forEach(position -> asOf.putIfAbsent(position.partition(), position));
            page.missing().forEach(gap -> missing.putIfAbsent(gap.partition(), gap));
            page.stale().forEach(some -> stale.putIfAbsent(some.partition(), some));
            next = page.next();
            if (next.isPresent()) {
                scan = scan.after(next.get());
            }
        } while (next.isPresent());
        return new FullScan(List.copyOf(asOf.values()), List.copyOf(missing.values()), List.copyOf(stale.values()));
    }

    /** {@return whether no partition could be read at all: what was found is then no answer, not even zero} */
    public boolean hasReadNothing() {
        return asOf.isEmpty() && !missing.isEmpty();
    }

    /** {@return whether no row can have been deleted upstream without being deleted here} */
    public boolean isFresh() {
        return stale.isEmpty();
    }

    /** {@return whether every partition was read to its end} */
    public boolean isComplete() {
        return missing.isEmpty();
    }
}
