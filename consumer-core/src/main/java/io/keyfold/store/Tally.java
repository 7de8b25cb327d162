package io.keyfold.store;

import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many rows a range of keys has.
 *
 * @param rows rows counted, no key twice
 * @param last the storage key to go on behind; empty if the range has been counted to its end
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked, with the reason
 * @param marks what is to be said of all rows of partitions that were asked, where there is something
 */
public record Tally(
        long rows,
        Optional<byte[]> last,
        List<PartitionPosition> asOf,
        Map<Integer, String> missing,
        Map<Integer, PartitionMarks> marks) {

    /** Copies the collections. */
    public Tally {
        asOf = List.copyOf(asOf);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
        marks = Collections.unmodifiableMap(new TreeMap<>(marks));
    }
}
