package io.keyfold.codec;

import io.keyfold.row.RowKey;

/** A record's key: good or bad. */
public sealed interface DecodedKey {

    /**
     * A primary key.
     *
     * @param key its values
     * @param storageKey its order-preserving encoding; not to be modified
     * @param routingKey the JSON bytes that Flink writes for it, the record's own array where they are those; not to be
     *     modified
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Good(RowKey key, byte[] storageKey, byte[] routingKey) implements DecodedKey {}

    /**
     * No primary key.
     *
     * @param why the fault
     */
    record Bad(BadRecord why) implements DecodedKey {}
}
