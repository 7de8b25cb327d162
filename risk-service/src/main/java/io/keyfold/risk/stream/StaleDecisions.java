package io.keyfold.risk.stream;

/** What is decided while deletes may have been missed, until an audit of the table has passed. */
public enum StaleDecisions {
    /** As always, and every decision says so. */
    MARK,
    /** Nothing: alerts stay as they are; exposures, histories and what-if are refused. Open alerts are still listed. */
    REFUSE
}
