package io.keyfold.store;

/** Has a place in an order. */
interface Keyed {

    /** Of two the one whose key is less as unsigned bytes comes first. */
    byte[] key();

    /** About how much it holds, in bytes. */
    long bytes();
}
