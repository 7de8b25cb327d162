package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.TotalCodec;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.KeyRange.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Walks the groups of several partitions, and those of rows that no partition's total has, and adds up what is one. */
final class GroupMerge implements AutoCloseable {

    private final TotalCodec codec;
    private final Direction direction;
    private final ForeignGroups foreignGroups;
    private final RangeMerge<GroupEntry> partitions;
    private final List<GroupEntry> foreign;
    private int foreignAt;
    private boolean partitionsHave;
    private GroupListing.@Nullable Entry current;

    /**
     * Takes the partitions over, to close them.
     *
     * @param codec the total's
     * @param direction which group comes first
     * @param partitions what each has
     * @param foreign what none has
     */
    GroupMerge(TotalCodec codec, Direction direction, RangeMerge<GroupEntry> partitions, ForeignGroups foreign) {
        this.codec = codec;
        this.direction = direction;
        this.partitions = partitions;
        this.foreignGroups = foreign;
        this.foreign = foreign.inOrder();
        this.partitionsHave = partitions.next();
    }

    /** Goes to the next group, the first time to the first; false behind the last. */
    boolean next() {
        boolean foreignHas = foreignAt < foreign.size();
        if (!partitionsHave && !foreignHas) {
            return false;
        }
        int order = !foreignHas ? -1 : !partitionsHave ? 1 : compareNext();
        List<GroupEntry> parts = new ArrayList<>();
        if (order <= 0) {
            parts.addAll(partitions.current());
            partitionsHave = partitions.next();
        }
        if (order >= 0) {
            parts.add(foreign.get(foreignAt++));
        }
        current = sum(parts);
        return true;
    }

    private int compareNext() {
        int order = Arrays.compareUnsigned(
                partitions.current().get(0).key(), foreign.get(foreignAt).key());
        return direction == Direction.FORWARD ? order : -order;
    }

    private GroupListing.Entry sum(List<GroupEntry> parts) {
        return new GroupListing.Entry(
                parts.get(0).key(),
                parts.stream().map(GroupEntry::total).reduce(codec::merge).orElseThrow(),
                ForeignGroups.greatest(
                        codec, parts.stream().map(GroupEntry::top).toList()));
    }

    GroupListing.Entry current() {
        return requireNonNull(current, "next was not asked for one");
    }

    List<PartitionPosition> asOf() {
        return partitions.asOf();
    }

    Map<Integer, String> missing() {
        Map<Integer, String> all = new TreeMap<>(foreignGroups.missing());
        all.putAll(partitions.missing());
        return all;
    }

    Map<Integer, PartitionMarks> marks() {
        Map<Integer, PartitionMarks> all = new TreeMap<>(foreignGroups.marks());
        all.putAll(partitions.marks());
        return all;
    }

    @Override
    public void close() {
        partitions.close();
    }
}
