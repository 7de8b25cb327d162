package io.keyfold.store;

/**
 * One key in its two encodings.
 *
 * @param routingKey the key's JSON bytes, which tell its partition; not to be modified
 * @param storageKey the key's storage key; not to be modified
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
public record KeyBytes(byte[] routingKey, byte[] storageKey) {}
