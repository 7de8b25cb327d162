package io.keyfold.store;

import io.keyfold.row.PartitionPosition;
import io.keyfold.store.KeyRange.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Walks the rows of several partitions in key order, no key twice. A partition that cannot be read on becomes missing. */
final class RangeMerge implements AutoCloseable {

    private final List<PartitionRows> parts;
    private final Map<Integer, String> missing;
    private final PriorityQueue<PartitionRows> waiting;
    private @Nullable PartitionRows at;
    private PartitionPage.@Nullable Entry current;

    private RangeMerge(
            List<PartitionRows> parts,
            Direction direction,
            Map<Integer, String> missing,
            ToLongFunction<PartitionPage.Entry> rank) {
        this.parts = parts;
        this.missing = new TreeMap<>(missing);
        Comparator<byte[]> keys = direction == Direction.FORWARD
                ? Arrays::compareUnsigned
                : (left, right) -> Arrays.compareUnsigned(right, left);
        this.waiting = new PriorityQueue<>(
                Comparator.comparing((PartitionRows rows) -> rows.current().key(), keys)
                        .thenComparingLong(rows -> rank.applyAsLong(rows.current())));
    }

    /** Takes the parts over, to close them. */
    static RangeMerge of(
            List<PartitionRows> parts,
            Direction direction,
            Map<Integer, String> missing,
            ToLongFunction<PartitionPage.Entry> rank) {
        RangeMerge merge = new RangeMerge(parts, direction, missing, rank);
        try {
            parts.forEach(merge::advance);
        } catch (RuntimeException e) {
            merge.close();
            throw e;
        }
        return merge;
    }

    static RangeMerge nothing(Direction direction, Map<Integer, String> missing) {
        return new RangeMerge(List.of(), direction, missing, entry -> 0);
    }

    private void advance(PartitionRows rows) {
        if (rows.advance()) {
            waiting.add(rows);
        } else {
            rows.cutShort().ifPresent(why -> missing.put(rows.partition(), why));
        }
    }

    boolean next() {
        PartitionPage.Entry before = current;
        do {
            if (at != null) {
                advance(at);
            }
            at = waiting.poll();
            if (at == null) {
                return false;
            }
            current = at.current();
        } while (before != null && Arrays.equals(before.key(), current.key()));
        return true;
    }

    PartitionPage.Entry current() {
        if (current == null) {
            throw new IllegalStateException("Cannot read a row: next was not asked for one");
        }
        return current;
    }

    List<PartitionPosition> asOf() {
        List<PartitionPosition> positions = new ArrayList<>();
        for (PartitionRows rows : parts) {
            if (!missing.containsKey(rows.partition())) {
                positions.add(rows.held().asOf());
            }
        }
        return positions;
    }

    Map<Integer, String> missing() {
        return missing;
    }

    @Override
    public void close() {
        parts.forEach(PartitionRows::close);
    }
}
