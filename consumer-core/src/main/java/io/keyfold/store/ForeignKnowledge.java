package io.keyfold.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which partitions of a table have rows whose home is another, as whoever had read them last told. Of one that nobody has told of, it
 * cannot be said that a row is not there. Any thread.
 */
final class ForeignKnowledge {

    private final Map<Integer, Boolean> told = new ConcurrentHashMap<>();

    /**
     * Remembers what one says who has read a partition to its end.
     *
     * @param has whether it has such rows
     */
    void tells(int partition, boolean has) {
        told.put(partition, has);
    }

    boolean mayHave(int partition) {
        return told.getOrDefault(partition, true);
    }
}
