package io.keyfold.store;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
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
 * @param stale the partitions that were asked and whose rows may have been deleted upstream
 */
public record Tally(
        long rows,
        Optional<byte[]> last,
        List<PartitionPosition> asOf,
        Map<Integer, String> missing,
        Map<Integer, StaleMark> stale) {

    /** Copies the collections. */
    public Tally {
        asOf = List.copyOf(asOf);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
        stale = Collections.unmodifiableMap(new TreeMap<>(stale));
    }
}
