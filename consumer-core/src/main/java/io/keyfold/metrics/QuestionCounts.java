package io.keyfold.metrics;

/**
 * How many questions to partitions of a table were answered since the start, by which copy. A row asks one partition, a list all of
 * them, some more than once; those that other instances ask count where they are answered too.
 *
 * @param here by copies that this instance reads into
 * @param standby by standby copies of this instance
 * @param forwarded by another instance, which this one asked
 */
public record QuestionCounts(long here, long standby, long forwarded) {

    /** Of a table that nobody has asked. */
    public static final QuestionCounts NONE = new QuestionCounts(0, 0, 0);
}
