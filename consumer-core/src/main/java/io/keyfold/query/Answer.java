package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer to a question for one key. Absent is a statement; not ready and elsewhere are none.
 *
 * @param <T> how values are read
 */
public sealed interface Answer<T> {

    /**
     * {@return the same answer with its row, if it has one, read in another way}
     *
     * @param reader reads the row
     * @param <U> how values are read then
     */
    <U> Answer<U> map(Function<? super Row<T>, Row<U>> reader);

    /**
     * The row is there.
     *
     * @param <T> how values are read
     * @param row the row, with the record that wrote it
     * @param asOf how far its partition had been read at least
     * @param caughtUpAt as of when every delete in its partition is known to have been seen; empty where nothing is known
     */
    record Found<T>(Row<T> row, PartitionPosition asOf, Optional<Instant> caughtUpAt) implements Answer<T> {

        /** Refuses an answer with something missing. */
        public Found {
            requireNonNull(row, "row");
            requireNonNull(asOf, "asOf");
            requireNonNull(caughtUpAt, "caughtUpAt");
        }

        @Override
        public <U> Answer<U> map(Function<? super Row<T>, Row<U>> reader) {
            return new Found<>(reader.apply(row), asOf, caughtUpAt);
        }
    }

    /**
     * There is no such row.
     *
     * @param <T> how values are read
     * @param asOf how far the key's partition had been read at least: no record below it leaves a row
     * @param caughtUpAt as of when every delete in it is known to have been seen; empty where nothing is known
     * @param mark present if a record for this key could not be applied and left no row
     * @param waiting present if newer data of the partition waits behind an open transaction, which may be about this key
     * @param standby present if a standby copy was asked
     */
    record Absent<T>(
            PartitionPosition asOf,
            Optional<Instant> caughtUpAt,
            Optional<RowMark> mark,
            Optional<WaitingMark> waiting,
            Optional<StandbyMark> standby)
            implements Answer<T> {

        /** Refuses an answer with something missing. */
        public Absent {
            requireNonNull(asOf, "asOf");
            requireNonNull(caughtUpAt, "caughtUpAt");
            requireNonNull(mark, "mark");
            requireNonNull(waiting, "waiting");
            requireNonNull(standby, "standby");
        }

        @Override
        public <U> Answer<U> map(Function<? super Row<T>, Row<U>> reader) {
            return new Absent<>(asOf, caughtUpAt, mark, waiting, standby);
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

        @Override
        public <U> Answer<U> map(Function<? super Row<T>, Row<U>> reader) {
            return new NotReady<>(reason, retryAfter);
        }
    }

    /**
     * Another instance has the key's partition: whether there is such a row is for that one to say.
     *
     * @param <T> how values are read
     * @param partition the partition, 0 or more
     */
    record Elsewhere<T>(int partition) implements Answer<T> {

        /** Refuses what no partition is. */
        public Elsewhere {
            if (partition < 0) {
                throw new IllegalArgumentException("partition: " + partition + " (expected: 0 or more)");
            }
        }

        @Override
        public <U> Answer<U> map(Function<? super Row<T>, Row<U>> reader) {
            return new Elsewhere<>(partition);
        }
    }
}
