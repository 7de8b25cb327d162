package io.keyfold.store;

import org.jspecify.annotations.Nullable;

/**
 * What is stored for a key.
 *
 * @param row the stored row; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
record StoredBytes(byte @Nullable [] row) {}
