package io.keyfold.store;

import io.keyfold.row.PartitionPosition;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** Raw reads of single partitions. An iterator must be closed by who asked for it. */
interface PartitionReads {

    /** What came of a read: a result, which may be null for a key that is not there, or a reason why there is none. */
    record Read<R>(@Nullable R result, Optional<String> unavailable) {

        static <R> Read<R> of(@Nullable R result) {
            return new Read<>(result, Optional.empty());
        }

        static <R> Read<R> none(String reason) {
            return new Read<>(null, Optional.of(reason));
        }
    }

    int count();

    /**
     * A store that stays open until it is released, on the thread that asked.
     *
     * @param asOf how far this opening of the partition had been read at least
     * @param release gives it back
     */
    record Held(PartitionPosition asOf, Runnable release) implements AutoCloseable {

        @Override
        public void close() {
            release.run();
        }
    }

    /** The partition's store, if it may be asked at all. Reads of it lie between this and its release. */
    Read<Held> hold(int partition);

    Read<byte[]> get(int partition, byte[] key);

    /** From inclusive, to inclusive. */
    Read<KeyValueIterator<byte[], byte[]>> range(int partition, byte @Nullable [] from, byte @Nullable [] to);
}
