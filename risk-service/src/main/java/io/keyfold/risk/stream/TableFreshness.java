package io.keyfold.risk.stream;

import java.util.OptionalLong;

/** How far, and how surely, this instance has read the table. Any thread. */
public interface TableFreshness {

    /** {@return the table's partitions} */
    int partitions();

    /**
     * {@return the next offset that will be read; empty if that is not known}
     *
     * @param partition of the table
     */
    OptionalLong position(int partition);

    /**
     * {@return whether it has been read as far as the topic was at some moment since it is read here}
     *
     * @param partition of the table
     */
    boolean isCaughtUp(int partition);

    /**
     * {@return whether deletes may have been missed}
     *
     * @param partition of the table
     */
    boolean isStale(int partition);
}
