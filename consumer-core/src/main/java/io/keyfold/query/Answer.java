package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowMark;
import java.time.Duration;
import java.util.Optional;

/**
 * The answer to a question for one key. Absent is a statement; not ready is none.
 *
 * @param <T> how values are read
 */
public sealed interface Answer<T> {

    /**
     * The row is there.
     *
     * @param <T> how values are read
     * @param row the row, with the record that wrote it
     * @param asOf how far its partition had been read at least
     */
    record Found<T>(Row<T> row, PartitionPosition asOf) implements Answer<T> {

        /** Refuses an answer with something missing. */
        public Found {
            requireNonNull(row, "row");
            requireNonNull(asOf, "asOf");
        }
    }

    /**
     * There is no such row.
     *
     * @param <T> how values are read
     * @param asOf how far the key's partition had been read at least: no record below it leaves a row
     * @param mark present if a record for this key could not be applied and left no row
     */
    record Absent<T>(PartitionPosition asOf, Optional<RowMark> mark) implements Answer<T> {

        /** Refuses an answer with something missing. */
        public Absent {
            requireNonNull(asOf, "asOf");
            requireNonNull(mark, "mark");
        }
    }

    /**
     * This instance cannot tell yet, or not at all.
     *
     * @param <T> how values are read
     * @param reason why, in words
     * @param retryAfter when asking again may help
     */
    record NotReady<T>(String reason, Duration retryAfter) implements Answer<T> {

        /** Refuses an answer that does not say why. */
        public NotReady {
            requireNonNull(reason, "reason");
            requireNonNull(retryAfter, "retryAfter");
        }
    }
}
