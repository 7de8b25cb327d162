package io.keyfold.store;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.TotalCodec;
import io.keyfold.row.PartitionMarks;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.KeyRange.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What rows come to that no partition's total has: those whose home is another partition. In memory, while a total is read. */
final class ForeignGroups {

    private final TotalCodec codec;
    private final KeyRange range;
    private final NavigableMap<byte[], GroupEntry> groups = new TreeMap<>(Arrays::compareUnsigned);
    private Map<Integer, String> missing = Map.of();
    private Map<Integer, PartitionMarks> marks = Map.of();

    ForeignGroups(TotalProjection total, KeyRange range) {
        this.codec = total.codec();
        this.range = range;
    }

    void add(byte[] storageKey, @Nullable Object[] row) {
        byte[] group = codec.group(row);
        if (isAsked(group)) {
            GroupEntry known = groups.getOrDefault(group, new GroupEntry(group, GroupTotal.NOTHING, List.of()));
            groups.put(group, new GroupEntry(group, codec.plus(known.total(), row), top(known.top(), storageKey, row)));
        }
    }

    private boolean isAsked(byte[] group) {
        byte[] from = range.from();
        byte[] to = range.to();
        return (from == null || Arrays.compareUnsigned(group, from) >= 0)
                && (to == null || Arrays.compareUnsigned(group, to) < 0);
    }

    private List<RankedRow> top(List<RankedRow> top, byte[] storageKey, @Nullable Object[] row) {
        byte[] measured = codec.topRows() == 0 ? null : codec.measured(row);
        return measured == null ? top : greatest(codec, List.of(top, List.of(new RankedRow(measured, storageKey))));
    }

    /** As many as the total asks for, the greatest first. */
    static List<RankedRow> greatest(TotalCodec codec, List<List<RankedRow>> parts) {
        List<RankedRow> all = new ArrayList<>();
        parts.forEach(all::addAll);
        all.sort(Comparator.comparing(RankedRow::measured, Arrays::compareUnsigned)
                .thenComparing(RankedRow::storageKey, Arrays::compareUnsigned)
                .reversed());
        return List.copyOf(all.subList(0, Math.min(all.size(), codec.topRows())));
    }

    /** Notes what the partitions said that had these rows. */
    void readFrom(RangeMerge<?> partitions) {
        missing = partitions.missing();
        marks = partitions.marks();
    }

    /** Partitions that may have had more. */
    Map<Integer, String> missing() {
        return missing;
    }

    /** What is to be said of the rows of these partitions. */
    Map<Integer, PartitionMarks> marks() {
        return marks;
    }

    List<GroupEntry> inOrder() {
        return List.copyOf((range.direction() == Direction.FORWARD ? groups : groups.descendingMap()).values());
    }
}
