package io.keyfold.health;

/** What a partition of a table is doing on this instance. */
public enum PartitionState {
    /** Assigned, not yet opened. */
    STARTING,
    /** Its local copy is being rebuilt. */
    RESTORING,
    /** It is read, and has not yet reached the end that was seen after it was assigned. */
    CATCHING_UP,
    /** It has caught up once since it was assigned, but its rows may have been deleted upstream, and no audit is under way. */
    SUSPECT,
    /** The same, and an audit is under way that tells which of them were. */
    AUDITING,
    /** It has caught up once since it was assigned, and no delete was missed; it may be audited all the same. */
    READY
}
