package io.keyfold.store;

import io.keyfold.config.StaleRows;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.PartitionReads.Read;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy on this instance.
 *
 * @param questions answers
 * @param asOf how far this opening of the partition had been read at least
 * @param caughtUpAt as of when every delete is known to have been seen; empty where nothing is known
 * @param marks what is to be said of all its rows
 * @param release gives it back
 */
record HeldHere(
        Questions questions,
        PartitionPosition asOf,
        Optional<Instant> caughtUpAt,
        PartitionMarks marks,
        Runnable release)
        implements Held {

    /** Puts questions to copies that are held. */
    interface Questions {
        <R> Read<R> ask(int partition, PartitionQuery<R> query);

        /** What is stored for a key, if that can be told at once; else null. */
        default @Nullable StoredBytes peek(int partition, byte[] key) {
            return null;
        }
    }

    @Override
    public int partition() {
        return asOf.partition();
    }

    @Override
    public <R> Read<R> ask(PartitionQuery<R> query) {
        return questions.ask(partition(), query);
    }

    @Override
    public @Nullable StoredBytes peek(byte[] key) {
        return questions.peek(partition(), key);
    }

    /** {@return this; or, where rows that may be stale are withheld, why not: then it has been released} */
    Read<Held> under(StaleRows policy) {
        if (policy == StaleRows.MARK || marks.stale().isEmpty()) {
            return Read.of(this);
        }
        close();
        return Read.none("partition " + partition() + " is withheld: "
                + marks.stale().get().reason());
    }

    @Override
    public void close() {
        release.run();
    }
}
