package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.TotalCodec;
import io.keyfold.store.KeyRange.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Reads indexes and totals of a whole table out of its partitions.
 *
 * <p>A row whose home is another partition counts where the table shows it: not if its home has a row of its own.
 */
final class ProjectionReads {

    /** How many are asked for at once where all are read. */
    private static final int PAGE = 1_000;

    private final PartitionReads reads;
    private final TableTask task;
    private final MergedReads rows;

    ProjectionReads(PartitionReads reads, TableTask task, MergedReads rows) {
        this.reads = reads;
        this.task = task;
        this.rows = rows;
    }

    Listing list(String name, KeyRange range, int limit) {
        IndexProjection index = task.projections().index(name);
        List<Listing.Entry> entries = new ArrayList<>();
        // All that can be wanted of it, at once: between two questions a row could jump over the reader, or be met
        // again.
        try (RangeMerge<StoredEntry> merge = RangeMerge.over(
                reads, range, limit + 1, (rest, size) -> new PartitionQuery.IndexedRows(index, rest, size))) {
            boolean hasMore = false;
            while (!hasMore && merge.next()) {
                StoredEntry first = MergedReads.first(merge.current());
                if (isShown(first)) {
                    hasMore = entries.size() == limit;
                    if (!hasMore) {
                        entries.add(new Listing.Entry(
                                first.key(), first.storageKey(), task.rows().decode(requireNonNull(first.row()))));
                    }
                }
            }
            return new Listing(entries, hasMore, merge.asOf(), merge.missing(), merge.marks());
        }
    }

    /** Whether the table shows this row for its key, and no other. */
    private boolean isShown(StoredEntry entry) {
        byte[] row = requireNonNull(entry.row());
        if (StoredRowCodec.place(row) != Place.FOREIGN) {
            return true;
        }
        byte[] routingKey = task.keys().routingKey(task.keys().key(entry.storageKey()));
        Lookup shown = rows.get(new KeyBytes(routingKey, entry.storageKey()));
        // Where nobody here can tell, the listing says that it is not complete.
        return !(shown instanceof Lookup.Stored stored)
                || stored.row().position().equals(task.rows().position(row));
    }

    GroupListing groups(String name, KeyRange range, int limit) {
        try (GroupMerge groups = merge(name, range, limit)) {
            List<GroupListing.Entry> listed = new ArrayList<>();
            while (listed.size() < limit && groups.next()) {
                listed.add(groups.current());
            }
            boolean hasMore = listed.size() == limit && groups.next();
            return new GroupListing(listed, hasMore, groups.asOf(), groups.missing(), groups.marks());
        }
    }

    /** The groups with the greatest values, the greatest first; of equal ones the first in the order of groups. */
    GroupListing greatest(String name, KeyRange range, int limit, int mostGroups) {
        TotalCodec codec = task.projections().total(name).codec();
        Comparator<GroupListing.Entry> order = Comparator.<GroupListing.Entry, GroupTotal>comparing(
                        GroupListing.Entry::total, codec::compare)
                .thenComparing(GroupListing.Entry::group, (one, other) -> Arrays.compareUnsigned(other, one));
        PriorityQueue<GroupListing.Entry> greatest = new PriorityQueue<>(order);
        try (GroupMerge groups = merge(name, range, PAGE)) {
            boolean hasMore = false;
            int read = 0;
            while (groups.next()) {
                if (read++ == mostGroups) {
                    throw new IllegalArgumentException(
                            "greatest: of more than " + mostGroups + " groups (expected: a question about fewer)");
                }
                greatest.add(groups.current());
                if (greatest.size() > limit) {
                    greatest.remove();
                    hasMore = true;
                }
            }
            List<GroupListing.Entry> sorted =
                    greatest.stream().sorted(order.reversed()).toList();
            return new GroupListing(sorted, hasMore, groups.asOf(), groups.missing(), groups.marks());
        }
    }

    private GroupMerge merge(String name, KeyRange range, int limit) {
        TotalProjection total = task.projections().total(name);
        ForeignGroups foreign = new ForeignGroups(total, range);
        if (mayHaveForeignRows()) {
            addShown(foreign);
        }
        return new GroupMerge(
                total.codec(),
                range.direction(),
                RangeMerge.over(reads, range, limit + 1, (rest, size) -> new PartitionQuery.Groups(total, rest, size)),
                foreign);
    }

    private boolean mayHaveForeignRows() {
        return IntStream.range(0, reads.count()).anyMatch(reads::mayHaveForeignRows);
    }

    /** A total's family leaves rows out whose home is another partition, for it cannot know whether they count. */
    private void addShown(ForeignGroups groups) {
        KeyRange all = new KeyRange(null, null, Direction.FORWARD);
        try (RangeMerge<StoredEntry> merge = RangeMerge.over(reads, all, PAGE, PartitionQuery.ForeignRows::new)) {
            while (merge.next()) {
                StoredEntry first = MergedReads.first(merge.current());
                if (isShown(first)) {
                    byte[] key = first.storageKey();
                    groups.add(key, requireNonNull(task.projections().values().read(key, requireNonNull(first.row()))));
                }
            }
            groups.readFrom(merge);
        }
    }
}
