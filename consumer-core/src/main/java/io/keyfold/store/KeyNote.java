package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RecordPosition;
import java.time.Instant;

/**
 * What one partition has noticed about records whose keys are not as Flink would have written them. It survives restarts with
 * the rows, and a rebuild notes anew what the log still holds.
 *
 * @param kind what is odd about them
 * @param records how many there were
 * @param since when the first was noticed
 * @param first the first of them
 * @param last the last of them
 * @param key the key of the last of them, in both encodings
 * @param home the partition to which that key belongs
 */
public record KeyNote(
        Kind kind, long records, Instant since, RecordPosition first, RecordPosition last, KeyBytes key, int home) {

    /** What is odd about a key. */
    public enum Kind {
        /** Its record lies in another partition than the one that the key hashes to. */
        FOREIGN,
        /** It lies where it belongs, but its bytes are not those that Flink writes: compaction takes the two for two keys. */
        RESPELLED
    }

    /** Refuses a note with something missing. */
    public KeyNote {
        requireNonNull(kind, "kind");
        requireNonNull(since, "since");
        requireNonNull(first, "first");
        requireNonNull(last, "last");
        requireNonNull(key, "key");
    }
}
