package io.keyfold.store;

import io.keyfold.store.rocks.Family;
import org.jspecify.annotations.Nullable;

/** What is declared beside a table, an index or a total: a family that follows from the rows, one row after the other. */
interface Projection {

    /** What messages call it, such as {@code index by_user}. */
    String label();

    /** Where it lies. */
    Family family();

    /** Differs from that of any other declaration whose family would differ. */
    String fingerprint();

    /** Whether rows whose home is another partition are in it. */
    boolean takesForeign();

    /**
     * Follows one row. Of the two one may be null: the row comes or goes.
     *
     * @param storageKey the row's
     * @param before the contract's columns until now; null if there was no row
     * @param after the contract's columns from now on; null if there is none any more
     * @param family where it writes
     */
    void follow(
            byte[] storageKey,
            @Nullable Object @Nullable [] before,
            @Nullable Object @Nullable [] after,
            ProjectionFamily family);
}
