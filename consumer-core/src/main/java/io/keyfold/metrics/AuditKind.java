package io.keyfold.metrics;

/** What an audit looks for. */
public enum AuditKind {
    /** Rows that the topic does not hold any more: they are deleted. */
    ZOMBIES,
    /** These, and values in the topic whose row is missing or older: they are reported. */
    FULL,
    /** Rows below the start of the log, of a topic that expires records: they are deleted. The topic is not read. */
    EXPIRY
}
