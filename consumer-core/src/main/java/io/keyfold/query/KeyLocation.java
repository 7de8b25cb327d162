package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.Binary;
import io.keyfold.store.PartitionOwners;

/**
 * Where a key is.
 *
 * @param storageKey what it is stored under: an order-preserving encoding of its values
 * @param routingKey the JSON that the upstream job writes for it, which decides its partition
 * @param hash what Kafka's partitioner makes of the routing key: its murmur2, without a sign
 * @param partition the partition that it belongs to: its home
 * @param partitionCount partitions of the topic
 * @param owners who reads that partition
 */
public record KeyLocation(
        Binary storageKey, String routingKey, int hash, int partition, int partitionCount, PartitionOwners owners) {

    /** Refuses what no key has. */
    public KeyLocation {
        requireNonNull(storageKey, "storageKey");
        requireNonNull(routingKey, "routingKey");
        requireNonNull(owners, "owners");
    }

    /** {@return its partition: a key is not for logs} */
    @Override
    public String toString() {
        return "KeyLocation[partition " + partition + " of " + partitionCount + "]";
    }
}
