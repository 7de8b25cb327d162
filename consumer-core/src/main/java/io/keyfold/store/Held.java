package io.keyfold.store;

import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.PartitionReads.Read;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy of one partition that may be asked until it is closed, on the thread that was given it.
 *
 * <p>What is said of it was so before anything is read: an audit that passes meanwhile has deleted what it found, and what was read
 * before that is still marked. Of a copy on another instance nothing is known before the first answer.
 */
interface Held extends AutoCloseable {

    int partition();

    /** Begins to ask, and does not wait; {@link #ask} of the same question follows. Where waiting is for nobody, it does nothing. */
    default void begin(PartitionQuery<?> query) {}

    /** What the copy answers. */
    <R> Read<R> ask(PartitionQuery<R> query);

    /** What is stored for a key, if the copy can tell it at once, out of memory; else null. */
    default @Nullable StoredBytes peek(byte[] key) {
        return null;
    }

    /** How far this opening of the partition had been read at least. */
    PartitionPosition asOf();

    /** As of when every delete is known to have been seen; empty where nothing is known. */
    Optional<Instant> caughtUpAt();

    /** What is to be said of all its rows. */
    PartitionMarks marks();

    @Override
    void close();
}
