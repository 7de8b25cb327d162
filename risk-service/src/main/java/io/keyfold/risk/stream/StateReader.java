package io.keyfold.risk.stream;

import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Reads one partition of a store: as the processor that keeps it does, or from outside. */
interface StateReader {

    byte @Nullable [] get(Bytes key);

    /** Visits entries in the order of their keys, from the first inclusive to the last exclusive, until the visitor has enough. */
    void scan(Bytes from, Bytes to, Visitor visitor);

    /** Visits all entries whose keys begin so. */
    default void scan(StateKeys prefix, Visitor visitor) {
        scan(prefix.key(), prefix.end(), visitor);
    }

    /** Is given entries. */
    interface Visitor {

        /** {@return whether it wants more} */
        boolean visit(Bytes key, byte[] value);
    }
}
