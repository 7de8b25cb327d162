package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What has been written to a partition and may not be read yet, because a transaction before it is open.
 *
 * @param offsets from the last stable offset to the high watermark, one or more; transaction markers are among them
 * @param since from when on it has waited, as far as is known
 * @param transactions those that are open in the partition, the one that holds the rest first; none before they were looked at, or
 *     if they cannot be seen
 * @param unseen why the one that holds the rest cannot be seen, in words that follow "because"; empty if it is seen, or was not
 *     looked for yet
 */
public record WaitingData(long offsets, Instant since, List<OpenTransaction> transactions, Optional<String> unseen) {

    /** Copies the list. */
    public WaitingData {
        if (offsets < 1) {
            throw new IllegalArgumentException("offsets: " + offsets + " (expected: 1 or more)");
        }
        requireNonNull(since, "since");
        transactions = List.copyOf(transactions);
        requireNonNull(unseen, "unseen");
    }

    /**
     * Data behind transactions that can be seen, or were not looked for yet.
     *
     * @param offsets from the last stable offset to the high watermark, one or more
     * @param since from when on it has waited, as far as is known
     * @param transactions those that are open in the partition, the one that holds the rest first
     */
    public WaitingData(long offsets, Instant since, List<OpenTransaction> transactions) {
        this(offsets, since, transactions, Optional.empty());
    }

    /** {@return the transaction that holds the rest; empty before they were looked at} */
    public Optional<OpenTransaction> holder() {
        return transactions.stream().findFirst();
    }
}
