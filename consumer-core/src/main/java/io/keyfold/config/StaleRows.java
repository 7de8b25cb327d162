package io.keyfold.config;

/** What becomes of rows that may have been deleted upstream, until an audit has passed. */
public enum StaleRows {
    /** They are served, each with a mark that says why. */
    MARK,
    /** They are withheld: the partition is not ready. */
    WITHHOLD
}
