package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionReads.Read;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Walks what several partitions have of a range in key order, key by key. A partition that cannot be read on becomes
 * missing.
 */
final class RangeMerge<E extends Keyed> implements AutoCloseable {

    private final List<PartitionRows<E>> parts = new ArrayList<>();
    private final Map<Integer, String> missing = new TreeMap<>();
    private final PriorityQueue<PartitionRows<E>> waiting;
    private final List<PartitionRows<E>> at = new ArrayList<>();
    private List<E> current = List.of();

    private RangeMerge(Direction direction) {
        Comparator<byte[]> keys = direction == Direction.FORWARD
                ? Arrays::compareUnsigned
                : (left, right) -> Arrays.compareUnsigned(right, left);
        this.waiting = new PriorityQueue<>(
                Comparator.comparing((PartitionRows<E> rows) -> rows.current().key(), keys));
    }

    /**
     * Over all partitions that are here.
     *
     * @param reads the partitions
     * @param range which keys, in which order
     * @param pageSize how many each partition is asked for at once
     * @param question what each partition is asked
     */
    static <E extends Keyed> RangeMerge<E> over(
            PartitionReads reads, KeyRange range, int pageSize, PartitionRows.Question<E> question) {
        RangeMerge<E> merge = new RangeMerge<>(range.direction());
        if (reads.count() == 0) {
            merge.missing.put(0, MergedReads.NOT_STARTED);
            return merge;
        }
        try {
            for (int partition = 0; partition < reads.count(); partition++) {
                Read<Held> hold = reads.hold(partition);
                if (hold.unavailable().isPresent()) {
                    merge.missing.put(partition, hold.unavailable().get());
                } else {
                    Held held = requireNonNull(hold.result());
                    merge.parts.add(new PartitionRows<>(held, range, pageSize, question));
                }
            }
            merge.parts.forEach(PartitionRows::begin);
            merge.parts.forEach(merge::advance);
            return merge;
        } catch (RuntimeException e) {
            merge.close();
            throw e;
        }
    }

    private void advance(PartitionRows<E> rows) {
        if (rows.advance()) {
            waiting.add(rows);
        } else {
            rows.cutShort().ifPresent(why -> missing.put(rows.partition(), why));
        }
    }

    /** Goes to the next key, the first time to the first; false behind the last. */
    boolean next() {
        at.forEach(this::advance);
        at.clear();
        PartitionRows<E> first = waiting.poll();
        if (first == null) {
            return false;
        }
        at.add(first);
        byte[] key = first.current().key();
        while (!waiting.isEmpty() && Arrays.equals(waiting.peek().current().key(), key)) {
            at.add(waiting.poll());
        }
        current = at.stream().map(PartitionRows::current).toList();
        return true;
    }

    /** What each partition has that has the key; at least one. */
    List<E> current() {
        return current;
    }

    List<PartitionPosition> asOf() {
        return parts.stream()
                .filter(rows -> !missing.containsKey(rows.partition()))
                .map(rows -> rows.held().asOf())
                .toList();
    }

    Map<Integer, String> missing() {
        return missing;
    }

    /** What is to be said of the partitions' rows; of one that was cut short too, for it has given some. */
    Map<Integer, PartitionMarks> marks() {
        Map<Integer, PartitionMarks> marks = new TreeMap<>();
        parts.stream()
                .filter(rows -> !rows.held().marks().isEmpty())
                .forEach(rows -> marks.put(rows.partition(), rows.held().marks()));
        return marks;
    }

    @Override
    public void close() {
        parts.forEach(PartitionRows::close);
    }
}
