package io.keyfold.metrics;

/** What is to be thought of a transaction that is open. */
public enum TransactionVerdict {
    /** Its coordinator owns it, and its timeout has not passed: it will end, by its producer or by its coordinator. */
    LONG,
    /**
     * Nobody will end it: no coordinator knows it, or it is older than the longest timeout that the broker allows. Said only where it
     * is proven that this principal may describe transactions.
     */
    HANGING,
    /** It cannot be told: what would tell may not be read, or has not been told yet. */
    UNKNOWN
}
