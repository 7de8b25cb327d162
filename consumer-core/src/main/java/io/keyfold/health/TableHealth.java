package io.keyfold.health;

import io.keyfold.store.ColumnNote;
import io.keyfold.store.TableStore;
import java.time.Instant;
import java.util.List;

/** Reads a table's state off its store. */
public final class TableHealth {

    private TableHealth() {}

    /**
     * {@return the table's state now; never throws}
     *
     * @param store the table
     */
    public static TableStatus of(TableStore store) {
        PartitionHealth partitions = new PartitionHealth(store, Instant.now());
        return new TableStatus(
                store.contract().name(),
                store.contract().topic(),
                store.partitionCount(),
                store.isAssigned(),
                store.progress().stream().map(partitions::of).toList(),
                store.counts(),
                store.failure(),
                store.waiting(),
                store.columnNotes().stream().map(TableHealth::drift).toList(),
                store.settings().freshness().staleRows(),
                store.topicId());
    }

    /**
     * {@return what was noticed of the topic and of this instance, the gravest first; never throws. Looks rows up}
     *
     * @param store the table
     */
    public static List<Finding> findings(TableStore store) {
        return List.copyOf(new TableFindings(store).all());
    }

    private static ColumnDrift drift(ColumnNote note) {
        ColumnDrift.Kind kind = switch (note.difference()) {
            case ABSENT -> ColumnDrift.Kind.ABSENT;
            case NULL -> ColumnDrift.Kind.NULL;
            case UNDECLARED -> ColumnDrift.Kind.UNDECLARED;
        };
        return new ColumnDrift(note.column(), kind, note.records(), note.first());
    }
}
