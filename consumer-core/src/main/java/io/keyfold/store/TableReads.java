package io.keyfold.store;

import java.util.List;
import java.util.Optional;

/** Questions to one table, in bytes. Any thread may ask at any time. */
public interface TableReads {

    /**
     * {@return what is stored for a key, or why that cannot be told}
     *
     * @param key the key in both of its encodings
     */
    Lookup get(KeyBytes key);

    /**
     * {@return the row of a key, if there is one and it can be told at once: out of the memory of this instance, without waiting
     * for a file, a lock or another instance}
     *
     * @param key the key in both of its encodings
     */
    default Optional<Lookup> peek(KeyBytes key) {
        return Optional.empty();
    }

    /**
     * {@return what is stored for each key, in their order}
     *
     * @param keys the keys in both of their encodings
     */
    List<Lookup> getAll(List<KeyBytes> keys);

    /**
     * {@return rows in storage key order over all partitions that can be asked}
     *
     * @param range which keys, in which order
     * @param limit rows at most
     */
    Listing list(KeyRange range, int limit);

    /**
     * {@return how many rows there are over all partitions that can be asked, counted one by one}
     *
     * @param range which keys, in which order
     * @param limit rows counted at most
     */
    Tally count(KeyRange range, int limit);

    /**
     * {@return rows in the order of an index over all partitions that can be asked; those of which the index is not built are missing}
     *
     * @param index the name of one that is declared
     * @param range which of its entries, in which order
     * @param limit rows at most
     */
    Listing listIndexed(String index, KeyRange range, int limit);

    /**
     * {@return what groups of rows come to over all partitions that can be asked; those of which the total is not built are missing}
     *
     * @param total the name of one that is declared
     * @param range which groups, in which order
     * @param limit groups at most
     */
    GroupListing groups(String total, KeyRange range, int limit);

    /**
     * {@return the groups with the greatest values, the greatest first; all groups of the range are read for it}
     *
     * @param total the name of one that is declared
     * @param range which groups
     * @param limit groups at most
     * @param mostGroups how many the range may have
     * @throws IllegalArgumentException if it has more
     */
    GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups);
}
