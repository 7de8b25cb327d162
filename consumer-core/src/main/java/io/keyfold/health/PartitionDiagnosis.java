package io.keyfold.health;

import static java.util.Objects.requireNonNull;

/**
 * Why a partition brings what it brings, or nothing, in one word and in one sentence.
 *
 * @param verdict the word
 * @param sentence what is the matter; names positions, never contents
 */
public record PartitionDiagnosis(Verdict verdict, String sentence) {

    /** What is the matter with a partition. */
    public enum Verdict {
        /** It has not been opened yet. */
        STARTING,
        /** Its local copy is being rebuilt. */
        RESTORING,
        /** It is read, and has not yet reached the end that was seen after it was assigned. */
        CATCHING_UP,
        /** Records come, and are read. */
        READING,
        /** All is read, and nothing has been committed for a while. */
        IDLE,
        /** The same, and the last offsets of the log hold no record that counts. */
        IDLE_BEHIND_MARKERS,
        /** Newer data waits behind an open transaction that will end. */
        LONG_TRANSACTION,
        /** Newer data waits behind an open transaction that nobody will end. */
        HANGING_TRANSACTION,
        /** Newer data waits behind an open transaction of which more cannot be told. */
        UNKNOWN_TRANSACTION,
        /** What was committed a while ago has not been read yet. */
        LAGGING,
        /** The broker does not say where the log ends. */
        BROKER_SILENT,
        /** The thread that reads it stands still. */
        READER_STUCK,
        /** Something holds the whole table: see what it waits for. */
        TABLE_WAITS,
        /** The table has stopped for good. */
        FAILED
    }

    /** Refuses one that says nothing. */
    public PartitionDiagnosis {
        requireNonNull(verdict, "verdict");
        if (requireNonNull(sentence, "sentence").isBlank()) {
            throw new IllegalArgumentException("sentence: blank (expected: what is the matter)");
        }
    }
}
