package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to a {@link Scan}: rows in key order over all partitions that could be asked here.
 *
 * @param <T> how values are read
 * @param rows the rows, at most the scan's limit
 * @param next the key to go on {@linkplain Scan#after(RowKey) after}; empty on the last page
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked here, each with the reason
 * @param stale the partitions that were asked and whose rows may have been deleted upstream, each with what is known of it
 * @param waiting the partitions that were asked and in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was asked
 */
public record Page<T>(
        List<Row<T>> rows,
        Optional<RowKey> next,
        List<PartitionPosition> asOf,
        List<MissingPartition> missing,
        List<StalePartition> stale,
        List<WaitingPartition> waiting,
        List<StandbyPartition> standby) {

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

    /**
     * A partition whose rows may have been deleted upstream.
     *
     * @param partition the partition
     * @param mark why, and since when; each of its rows bears it too
     */
    public record StalePartition(int partition, StaleMark mark) {

        /** Refuses a suspicion without a reason. */
        public StalePartition {
            requireNonNull(mark, "mark");
        }
    }

    /**
     * A partition in which newer data waits behind an open transaction.
     *
     * @param partition the partition
     * @param mark since when; each of its rows bears it too
     */
    public record WaitingPartition(int partition, WaitingMark mark) {

        /** Refuses a mark that is missing. */
        public WaitingPartition {
            requireNonNull(mark, "mark");
        }
    }

    /**
     * A partition of which a standby copy was asked.
     *
     * @param partition the partition
     * @param mark how far behind it may be; each of its rows bears it too
     */
    public record StandbyPartition(int partition, StandbyMark mark) {

        /** Refuses a mark that is missing. */
        public StandbyPartition {
            requireNonNull(mark, "mark");
        }
    }

    /** Refuses an answer with something missing. */
    public Page {
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
    public <U> Page<U> map(Function<? super Row<T>, Row<U>> reader) {
        List<Row<U>> read = new ArrayList<>(rows.size());
        rows.forEach(row -> read.add(reader.apply(row)));
        return new Page<>(read, next, asOf, missing, stale, waiting, standby);
    }
}
