package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A transaction that is open in a partition, as the partition's leader and the transaction's coordinator tell it.
 *
 * @param producerId its producer's id
 * @param producerEpoch its producer's epoch
 * @param startOffset its first offset in the partition
 * @param startedAt when it began: what its coordinator says, else the time of its first record here, if the broker set it or the
 *     transaction is HANGING; empty if that is not known. A time that a producer set, of the event maybe, is named in {@code why}
 * @param transactionalId its producer's transactional id; empty where it may not be read, or no coordinator knows it
 * @param state what its coordinator says of it, such as {@code Ongoing}; empty where that may not be read
 * @param timeout after which its coordinator aborts it; empty where that is not known
 * @param verdict what is to be thought of it
 * @param why in words that follow "because", without a full stop
 */
public record OpenTransaction(
        long producerId,
        int producerEpoch,
        long startOffset,
        Optional<Instant> startedAt,
        Optional<String> transactionalId,
        Optional<String> state,
        Optional<Duration> timeout,
        TransactionVerdict verdict,
        String why) {

    /** Refuses one with something missing. */
    public OpenTransaction {
        requireNonNull(startedAt, "startedAt");
        requireNonNull(transactionalId, "transactionalId");
        requireNonNull(state, "state");
        requireNonNull(timeout, "timeout");
        requireNonNull(verdict, "verdict");
        requireNonNull(why, "why");
    }
}
