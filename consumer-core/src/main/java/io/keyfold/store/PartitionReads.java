package io.keyfold.store;

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

    /** A copy of the partition, if it may be asked at all. Reads of it lie between this and its close. */
    Read<Held> hold(int partition);

    /** Whether the partition may have rows whose home is another, as far as is known. */
    boolean mayHaveForeignRows(int partition);
}
