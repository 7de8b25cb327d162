package io.keyfold.store;

import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One table on this instance, in bytes. Any thread may ask at any time; nothing waits for Kafka. */
public interface TableStore {

    /** {@return what the topic holds} */
    TableContract contract();

    /** {@return partitions of the topic; 0 before the start} */
    int partitionCount();

    /** {@return whether the group has told this instance its partitions, be they none} */
    boolean isAssigned();

    /** {@return the partitions assigned to this instance, in order} */
    List<PartitionProgress> progress();

    /** {@return what happened to the records read here} */
    TableCounts counts();

    /** {@return why the table has stopped for good; empty while it is alive} */
    Optional<String> failure();

    /** {@return what the table waits for and tries again, though it is alive; empty if nothing holds it} */
    Optional<String> waiting();

    /**
     * {@return what is stored for a key, or why that cannot be told}
     *
     * @param key the key in both of its encodings
     */
    Lookup get(KeyBytes key);

    /**
     * {@return what is stored for each key, in their order}
     *
     * @param keys the keys in both of their encodings
     */
    List<Lookup> getAll(List<KeyBytes> keys);

    /**
     * {@return rows in storage key order over all partitions here}
     *
     * @param range which keys, in which order
     * @param limit rows at most
     */
    Listing list(KeyRange range, int limit);

    /**
     * {@return how many rows there are over all partitions here, counted one by one}
     *
     * @param range which keys, in which order
     * @param limit rows counted at most
     */
    Tally count(KeyRange range, int limit);

    /**
     * Reads rows of one partition in storage key order and hands them over while nothing is folded into that partition:
     * every change until then is in them, and none that comes after.
     *
     * @param partition the partition
     * @param after the storage key to begin behind; null for the first
     * @param limit rows at most
     * @param taker is given the rows; must be quick, for the partition is not read meanwhile
     * @return whether they were handed over; false while the partition cannot be read, or is being folded into right now
     */
    boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker);
}
