package io.keyfold.store;

/**
 * Where the stable part of a log ended: whoever has read so far has seen all that was stable then.
 *
 * @param atMs when it was asked, before the answer came, in ms since 1970
 * @param offset the last stable offset, exclusive
 */
record StableEnd(long atMs, long offset) {}
