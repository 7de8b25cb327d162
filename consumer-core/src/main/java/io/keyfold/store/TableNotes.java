package io.keyfold.store;

import java.util.List;

/**
 * What a table has noticed about its topic and its values, as facts; {@code health} makes findings of them.
 *
 * @param keys odd keys, a note a partition and kind
 * @param columns how values differ from the contract
 * @param bad bad records by what is wrong with them
 */
public record TableNotes(List<KeyNote> keys, List<ColumnNote> columns, List<BadNote> bad) {

    /** Nothing. */
    public static final TableNotes NONE = new TableNotes(List.of(), List.of(), List.of());

    /** Copies the lists. */
    public TableNotes {
        keys = List.copyOf(keys);
        columns = List.copyOf(columns);
        bad = List.copyOf(bad);
    }
}
