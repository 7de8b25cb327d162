package io.keyfold.row;

/** What a change did to a row. */
public enum RowKind {
    /** The row was not there before. */
    INSERT,
    /** The row was replaced. */
    UPDATE,
    /** The row is gone. */
    DELETE
}
