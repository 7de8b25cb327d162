package io.keyfold.risk.stream;

import java.util.OptionalLong;

/** How far, and how surely, this instance has read the table. Any thread. */
public interface TableFreshness {

    /**
     * {@return the next offset that will be read; empty if that is not known}
     *
     * @param partition of the table
     */
    OptionalLong position(int partition);

    /**
     * {@return whether deletes may have been missed}
     *
     * @param partition of the table
     */
    boolean isStale(int partition);
}
