package io.keyfold.health;

/**
 * What a partition of a table is doing on this instance.
 *
 * <pre>
 * STARTING → RESTORING → CATCHING_UP → (SUSPECT → AUDITING →) READY ⇄ LAGGING
 *                                                              ⇅
 *                                                           STALLED
 * </pre>
 *
 * <p>FAILED from any. From READY on it is suspect again when it was not followed for too long.
 */
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
    READY,
    /**
     * The same, but what was committed a while ago has not been read yet, the broker does not say what was, or the thread that reads
     * stands still.
     */
    LAGGING,
    /** The same, but newer data has waited for long behind an open transaction, or behind one that nobody will end. */
    STALLED,
    /** The table has stopped for good. */
    FAILED
}
