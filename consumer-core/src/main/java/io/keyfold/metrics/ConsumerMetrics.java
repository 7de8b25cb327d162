package io.keyfold.metrics;

import java.time.Duration;

/**
 * Is told what happens to the tables of a consumer, as it happens, for what cannot be read off their states afterwards. Any thread
 * may call it; it must be quick, and what it throws is logged and ignored.
 */
public interface ConsumerMetrics {

    /** Nobody counts. */
    ConsumerMetrics NONE = new ConsumerMetrics() {};

    /**
     * A partition does something else than before.
     *
     * @param table the table
     * @param partition the partition
     * @param state the name of the state that it is in now, as {@code PartitionState} has it
     */
    default void entered(String table, int partition, String state) {}

    /**
     * Something was found that was not there before.
     *
     * @param table the table
     * @param finding the finding's id
     */
    default void found(String table, String finding) {}

    /**
     * A local copy has been restored.
     *
     * @param table the table
     * @param partition the partition
     * @param records how many records that took
     * @param took how long
     */
    default void restored(String table, int partition, long records, Duration took) {}

    /**
     * An audit is through.
     *
     * @param table the table
     * @param report what it found; may be inconclusive
     */
    default void audited(String table, PartitionAudit report) {}

    /**
     * A thread that read a table died; another takes its place, or the table fails.
     *
     * @param table each of the tables that it read
     */
    default void threadDied(String table) {}
}
