package io.keyfold.crash;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds the window of tables that keep changelogs. Kafka Streams commits the transaction of all tasks of a thread first,
 * and the stores task by task after that, in an order of its own; of a task it commits a table's store before a watch of
 * the table's changes. So when a watch is told to commit, all tables that have changed and whose watch has not been told
 * yet lack what Kafka has.
 *
 * <p>Holds for one stream thread: those of another may be before their transaction. Safe for several.
 */
final class CommitWindowStores {

    /** The last offset of each {@code table/partition} that changed since its watch was told. */
    private final Map<String, Long> pending = new HashMap<>();

    synchronized void processed(String table, int partition, long offset) {
        pending.put(table + "/" + partition, offset);
    }

    /** A commit of a task in which nothing has changed is perhaps no end of a transaction, but of a restore. */
    synchronized void committed(String table, int partition) {
        if (pending.remove(table + "/" + partition) != null) {
            CommitWindow.open(Map.copyOf(pending));
        }
    }
}
