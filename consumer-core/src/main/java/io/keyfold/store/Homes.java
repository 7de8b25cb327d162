package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.metrics.TableCounters;
import java.util.Arrays;
import org.apache.kafka.common.utils.Utils;

/** Tells which partition a key belongs to: the one that the JSON bytes which Flink writes for it hash to. */
final class Homes {

    private final TableCounters counters;
    private final int partitionCount;

    Homes(TableTask task, int partitionCount) {
        this.counters = task.counters();
        this.partitionCount = partitionCount;
    }

    static int partition(byte[] routingKey, int partitionCount) {
        return Utils.toPositive(Utils.murmur2(routingKey)) % partitionCount;
    }

    /** Whether a record is where its key belongs; counts the one that is not, or whose key is spelled otherwise. */
    Place place(DecodedKey.Good key, byte[] keyBytes, int partition) {
        byte[] routingKey = key.routingKey();
        if (routingKey != keyBytes && !Arrays.equals(routingKey, keyBytes)) {
            counters.countRespelledKey();
        }
        if (partition(routingKey, partitionCount) == partition) {
            return Place.HOME;
        }
        counters.countForeign();
        return Place.FOREIGN;
    }
}
