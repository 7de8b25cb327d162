package io.keyfold.store;

import io.keyfold.config.StaleRows;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads of single partitions. */
interface PartitionReads {

    /** What came of a read: a result, or a reason why there is none. */
    record Read<R>(@Nullable R result, Optional<String> unavailable, boolean isElsewhere) {

        static <R> Read<R> of(R result) {
            return new Read<>(result, Optional.empty(), false);
        }

        static <R> Read<R> none(String reason) {
            return new Read<>(null, Optional.of(reason), false);
        }

        /** Another instance has the partition. */
        static <R> Read<R> elsewhere(int partition) {
            return new Read<>(null, Optional.of("partition " + partition + " is not assigned to this instance"), true);
        }
    }

    int count();

    /**
     * A store that stays open until it is released, on the thread that asked. What is said of it was so before anything is
     * read: an audit that passes meanwhile has deleted what it found, and what was read before that is still marked.
     *
     * @param asOf how far this opening of the partition had been read at least
     * @param caughtUpAt as of when every delete is known to have been seen; empty where nothing is known
     * @param marks what is to be said of all its rows
     * @param release gives it back
     */
    record Held(PartitionPosition asOf, Optional<Instant> caughtUpAt, PartitionMarks marks, Runnable release)
            implements AutoCloseable {

        /** {@return this; or, where rows that may be stale are withheld, why not: then it has been released} */
        Read<Held> under(StaleRows policy) {
            if (policy == StaleRows.MARK || marks.stale().isEmpty()) {
                return Read.of(this);
            }
            close();
            return Read.none("partition " + asOf.partition() + " is withheld: "
                    + marks.stale().get().reason());
        }

        @Override
        public void close() {
            release.run();
        }
    }

    /** The partition's store, if it may be asked at all. Reads of it lie between this and its release. */
    Read<Held> hold(int partition);

    /** What the store answers. */
    <R> Read<R> ask(int partition, PartitionQuery<R> query);

    /** Whether the partition is here and may have rows whose home is another. */
    boolean mayHaveForeignRows(int partition);
}
