package io.keyfold.store.rocks;

import static java.util.Objects.requireNonNull;

/**
 * A set of rows of its own in a table: a RocksDB column family.
 *
 * @param name its name on disk, not blank
 */
public record Family(String name) {

    /** The table's rows by primary key. Always there. */
    public static final Family ROWS = new Family("default");

    /** Rows that are kept beside the table's own. */
    public static final Family FOREIGN = new Family("foreign");

    /** What the table says about itself, such as its positions. */
    public static final Family META = new Family("meta");

    /** Refuses a blank name. */
    public Family {
        requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: \"" + name + "\" (expected: not blank)");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
