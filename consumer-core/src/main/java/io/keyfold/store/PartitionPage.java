package io.keyfold.store;

import java.util.List;
import java.util.Optional;

/**
 * What one partition has of a range, in the order that was asked for.
 *
 * @param entries what it has
 * @param hasMore whether more remains behind the last one
 * @param unavailable why it cannot be told, though the partition can be read; empty if it can
 */
record PartitionPage<E extends Keyed>(List<E> entries, boolean hasMore, Optional<String> unavailable) {

    static <E extends Keyed> PartitionPage<E> of(List<E> entries, boolean hasMore) {
        return new PartitionPage<>(entries, hasMore, Optional.empty());
    }

    static <E extends Keyed> PartitionPage<E> of(Built<PartitionPage<E>> built) {
        PartitionPage<E> result = built.result();
        return result == null ? new PartitionPage<>(List.of(), false, built.unavailable()) : result;
    }

    /** Its first entries, one at least, that have no more bytes together; the rest is more. */
    PartitionPage<E> within(long bytes) {
        long left = bytes;
        for (int i = 0; i < entries.size(); i++) {
            left -= entries.get(i).bytes();
            if (left < 0 && i > 0) {
                return new PartitionPage<>(List.copyOf(entries.subList(0, i)), true, unavailable);
            }
        }
        return this;
    }
}
