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
        return hash(routingKey) % partitionCount;
    }

    /** What Kafka's partitioner makes of a key. */
    static int hash(byte[] routingKey) {
        return Utils.toPositive(Utils.murmur2(routingKey));
    }

    /**
     * Whether a record is where its key belongs, and spelled as Flink does; counts and notes the one that is not.
     *
     * @param offset where in its partition it lies
     * @param copy the partition's local copy
     */
    Place place(DecodedKey.Good key, byte[] keyBytes, int partition, long offset, LocalCopy copy) {
        byte[] routingKey = key.routingKey();
        boolean isRespelled = routingKey != keyBytes && !Arrays.equals(routingKey, keyBytes);
        boolean isForeign = partition(routingKey, partitionCount) != partition;
        if (isRespelled) {
            counters.countRespelledKey();
        }
        if (isForeign) {
            counters.countForeign();
        }
        Place place = isForeign ? Place.FOREIGN : isRespelled ? Place.RESPELLED : Place.HOME;
        note(place, key.storageKey(), offset, copy);
        return place;
    }

    static void note(Place place, byte[] storageKey, long offset, LocalCopy copy) {
        if (place != Place.HOME) {
            KeyNote.Kind kind = place == Place.FOREIGN ? KeyNote.Kind.FOREIGN : KeyNote.Kind.RESPELLED;
            copy.keyNotes().note(kind, storageKey, offset, System.currentTimeMillis());
        }
    }
}
