package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What somebody who follows a table is told. Changes of a partition come in order, each once; where that cannot be, a
 * {@link Reset} says so.
 *
 * @param <T> how values are read
 */
public sealed interface ChangeEvent<T> {

    /** {@return the place behind it, from which {@link ClientTable#changes} goes on} */
    ChangeCursor cursor();

    /**
     * An instance tells the changes from here on: at first, and again after each {@link Broken}.
     *
     * @param <T> how values are read
     * @param partitions those whose changes it tells
     * @param missing those that nobody can be asked for now
     * @param cursor where it begins
     */
    record Begun<T>(List<Integer> partitions, List<MissingPartition> missing, ChangeCursor cursor)
            implements ChangeEvent<T> {

        /** Copies the lists. */
        public Begun {
            partitions = List.copyOf(partitions);
            missing = List.copyOf(missing);
            requireNonNull(cursor, "cursor");
        }
    }

    /**
     * A row has changed.
     *
     * @param <T> how values are read
     * @param kind what happened to it
     * @param key its key
     * @param before its value until now; empty for an INSERT
     * @param after its value from now on; empty for a DELETE
     * @param position the record that did it
     * @param timestamp of the record that wrote {@code after}; empty if it had none, and for a DELETE
     * @param cause what did it
     * @param mark present if a newer record for the key could not be applied
     * @param cursor the place behind it
     */
    record Changed<T>(
            RowKind kind,
            RowKey key,
            Optional<T> before,
            Optional<T> after,
            RecordPosition position,
            Optional<Instant> timestamp,
            RowChange.Cause cause,
            Optional<RowMark> mark,
            ChangeCursor cursor)
            implements ChangeEvent<T> {

        /** Refuses a change with something missing. */
        public Changed {
            requireNonNull(kind, "kind");
            requireNonNull(key, "key");
            requireNonNull(before, "before");
            requireNonNull(after, "after");
            requireNonNull(position, "position");
            requireNonNull(timestamp, "timestamp");
            requireNonNull(cause, "cause");
            requireNonNull(mark, "mark");
            requireNonNull(cursor, "cursor");
        }

        /** {@return its kind and position: a row's contents are not for logs} */
        @Override
        public String toString() {
            return kind + " " + position;
        }
    }

    /**
     * Changes of these partitions may have been missed: read their rows anew, with {@link ClientTable#reading} not before
     * {@code asOf}, and go on.
     *
     * @param <T> how values are read
     * @param partitions whose place was lost
     * @param cause why
     * @param asOf from where on their changes are told
     * @param cursor the place behind it
     */
    record Reset<T>(List<Integer> partitions, Cause cause, List<PartitionPosition> asOf, ChangeCursor cursor)
            implements ChangeEvent<T> {

        /** Copies the lists. */
        public Reset {
            partitions = List.copyOf(partitions);
            requireNonNull(cause, "cause");
            asOf = List.copyOf(asOf);
            requireNonNull(cursor, "cursor");
        }
    }

    /**
     * Nobody can be asked for these partitions now; their place stays.
     *
     * @param <T> how values are read
     * @param missing which, and why
     * @param cursor the place behind it
     */
    record Missing<T>(List<MissingPartition> missing, ChangeCursor cursor) implements ChangeEvent<T> {

        /** Copies the list. */
        public Missing {
            missing = List.copyOf(missing);
            requireNonNull(cursor, "cursor");
        }
    }

    /**
     * These partitions can be asked for again.
     *
     * @param <T> how values are read
     * @param partitions which
     * @param cursor the place behind it
     */
    record Found<T>(List<Integer> partitions, ChangeCursor cursor) implements ChangeEvent<T> {

        /** Copies the list. */
        public Found {
            partitions = List.copyOf(partitions);
            requireNonNull(cursor, "cursor");
        }
    }

    /**
     * The connection is lost, or there is none yet. The client asks again, after a pause that grows up to ten seconds, and goes on at
     * the cursor.
     *
     * @param <T> how values are read
     * @param why as an exception that nobody throws
     * @param cursor where it will go on
     */
    record Broken<T>(KeyfoldClientException why, ChangeCursor cursor) implements ChangeEvent<T> {

        /** Refuses a break without a reason. */
        public Broken {
            requireNonNull(why, "why");
            requireNonNull(cursor, "cursor");
        }
    }

    /**
     * The service refuses to tell, or what it tells cannot be read: asking again does not help, and nothing follows.
     *
     * @param <T> how values are read
     * @param why as an exception that nobody throws
     * @param cursor the last place
     */
    record Ended<T>(KeyfoldClientException why, ChangeCursor cursor) implements ChangeEvent<T> {

        /** Refuses an end without a reason. */
        public Ended {
            requireNonNull(why, "why");
            requireNonNull(cursor, "cursor");
        }
    }
}
