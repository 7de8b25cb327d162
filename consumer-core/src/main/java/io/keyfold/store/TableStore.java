package io.keyfold.store;

import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
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

    /**
     * {@return what is stored for a key, or why that cannot be told}
     *
     * @param routingKey the key's JSON bytes, which tell its partition
     * @param storageKey the key's storage key
     */
    Lookup get(byte[] routingKey, byte[] storageKey);

    /**
     * {@return rows in storage key order over all partitions here}
     *
     * @param from the least storage key, inclusive; null for the first
     * @param to the storage key to stop before; null for none
     * @param limit rows at most
     */
    Listing list(byte @Nullable [] from, byte @Nullable [] to, int limit);
}
