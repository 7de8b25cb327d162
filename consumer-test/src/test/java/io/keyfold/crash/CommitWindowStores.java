package io.keyfold.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the window of tables that keep changelogs. Kafka Streams commits the transaction of all tasks of a thread first, then the
 * stores task by task, in the order of their ids. The users are the first table, so theirs are the first tasks, and when
 * the watch of one of them is told to commit, no store of the items has been. The items' watches, which come after the
 * items' own stores in their tasks, note that these have been told.
 *
 * <p>Holds for one stream thread. Safe for several.
 */
final class CommitWindowStores {

    /** The last offset of each partition of the items that its store has not committed. */
    private final Map<Integer, Long> itemsPending = new ConcurrentHashMap<>();

    /** Partitions of the users of which a record came since the last commit: only then a transaction was committed. */
    private final Map<Integer, Long> usersPending = new ConcurrentHashMap<>();

    void itemProcessed(int partition, long offset) {
        itemsPending.put(partition, offset);
    }

    void userProcessed(int partition, long offset) {
        usersPending.put(partition, offset);
    }

    void itemsCommitted(int partition) {
        itemsPending.remove(partition);
    }

    void usersCommitted(int partition) {
        if (usersPending.remove(partition) != null) {
            CommitWindow.open(CrashTables.ITEMS, new HashMap<>(itemsPending));
        }
    }
}
