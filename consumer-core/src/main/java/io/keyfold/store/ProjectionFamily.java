package io.keyfold.store;

import org.jspecify.annotations.Nullable;

/** One projection's family, as the projection writes it. What was written before is read. */
interface ProjectionFamily {

    byte @Nullable [] get(byte[] key);

    void put(byte[] key, byte[] value);

    /** Puts a key that is not there, without a value. */
    void enter(byte[] key);

    void remove(byte[] key);

    /** The first key of a range; null if there is none. */
    byte @Nullable [] first(KeyRange range);
}
