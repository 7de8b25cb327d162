package io.keyfold.store;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * What two witnesses say of an open transaction: the leader of a partition, in whose log it is open, and the coordinators, one of
 * which should own it.
 *
 * @param partition where it is open
 * @param producer what the leader says
 * @param told what the coordinators say
 * @param firstRecordAt when the transaction's first record here was written; empty if that is not known
 * @param longestTimeout the longest that the brokers allow; empty if it may not be read, or nobody asked
 */
record TransactionEvidence(
        TopicPartition partition,
        ProducerState producer,
        Told told,
        Optional<Instant> firstRecordAt,
        Optional<Duration> longestTimeout) {

    /**
     * How long after its timeout a transaction may still be open and all is well: a coordinator looks for such every 10 seconds by
     * default, its markers take a while, and its clock is another.
     */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** What coordinators say of a producer. */
    sealed interface Told {
        /** One has its transactional id. */
        record Known(String transactionalId, TransactionDescription description) implements Told {}

        /** Every one has answered, and this principal may describe whatever they have: none knows it. */
        record Nobody() implements Told {}

        /**
         * It cannot be told.
         *
         * @param why in words that follow "because"
         */
        record Unseen(String why) implements Told {}
    }

    /** A verdict and why, in words that follow "because". */
    record Opinion(TransactionVerdict verdict, String why) {}

    private static Opinion longOne(String why) {
        return new Opinion(TransactionVerdict.LONG, why);
    }

    private static Opinion hanging(String why) {
        return new Opinion(TransactionVerdict.HANGING, why);
    }

    private static Opinion unknown(String why) {
        return new Opinion(TransactionVerdict.UNKNOWN, why);
    }

    long startOffset() {
        return producer.currentTransactionStartOffset().orElseThrow();
    }

    /** Whether what a coordinator has is this transaction. */
    private boolean isOwned() {
        return told instanceof Told.Known known
                && (isEnding(known)
                        || (covers(known) && known.description.producerEpoch() == producer.producerEpoch()));
    }

    /** Whether the end of what a coordinator has is written here, too. */
    private boolean covers(Told.Known known) {
        return known.description.state() == TransactionState.ONGOING
                && known.description.topicPartitions().contains(partition);
    }

    private static boolean isEnding(Told.Known known) {
        return switch (known.description.state()) {
            case PREPARE_COMMIT, PREPARE_ABORT, PREPARE_EPOCH_FENCE -> true;
            default -> false;
        };
    }

    /** Nobody but its own records tells when it began. */
    boolean needsFirstRecord() {
        return startedAt().isEmpty();
    }

    /** Its coordinator should have ended it by now. */
    boolean isOverdue(Instant now) {
        return isOwned()
                && timesOutAt().filter(at -> now.isAfter(at.plus(GRACE))).isPresent();
    }

    private Optional<Instant> timesOutAt() {
        return startedAt().flatMap(start -> timeout().map(start::plus));
    }

    /** When it began, as far as is known. */
    private Optional<Instant> startedAt() {
        if (told instanceof Told.Known known && isOwned()) {
            OptionalLong startMs = known.description.transactionStartTimeMs();
            return startMs.isPresent() ? Optional.of(Instant.ofEpochMilli(startMs.getAsLong())) : firstRecordAt;
        }
        return firstRecordAt;
    }

    private Optional<Duration> timeout() {
        return told instanceof Told.Known known && isOwned()
                ? Optional.of(Duration.ofMillis(known.description.transactionTimeoutMs()))
                : Optional.empty();
    }

    /** Of this look alone: who says HANGING looks once more. */
    Opinion opinion(Instant now) {
        if (told instanceof Told.Unseen unseen) {
            return unknown("it is not known whether a coordinator owns it: " + unseen.why);
        }
        if (!(told instanceof Told.Known known)) {
            return hanging("no coordinator knows a transaction of its producer");
        }
        TransactionDescription description = known.description;
        if (isEnding(known)) {
            return isOverdue(now)
                    ? unknown("its coordinator has been ending it (" + description.state() + ") since before "
                            + time(timesOutAt().orElse(now)) + ", and the marker is not here")
                    : longOne("its coordinator is ending it (" + description.state() + ")");
        }
        if (description.state() == TransactionState.UNKNOWN) {
            return unknown("its coordinator says a state of it that is not known here");
        }
        if (!covers(known)) {
            return hanging("its coordinator has no open transaction of its producer in this partition ("
                    + description.state() + ", epoch " + description.producerEpoch() + ")");
        }
        return ongoing(description, now);
    }

    private Opinion ongoing(TransactionDescription description, Instant now) {
        if (description.producerEpoch() < producer.producerEpoch()) {
            return unknown("its coordinator has an older epoch of its producer (" + description.producerEpoch() + ")");
        }
        if (description.producerEpoch() > producer.producerEpoch()) {
            return longOne("its coordinator has a later transaction of its producer open in this partition (epoch "
                    + description.producerEpoch() + "), whose end will end this one, too");
        }
        Optional<Instant> timesOutAt = timesOutAt();
        if (timesOutAt.isEmpty()) {
            return longOne("its coordinator has it as " + description.state());
        }
        String at = time(timesOutAt.get());
        if (!now.isAfter(timesOutAt.get())) {
            return longOne("its coordinator has it as " + description.state() + " and aborts it at " + at
                    + " if nobody ends it before");
        }
        if (!isOverdue(now)) {
            return longOne("its coordinator has it as " + description.state() + " and is about to abort it, for its"
                    + " timeout passed at " + at);
        }
        boolean isTooOld = startedAt()
                .flatMap(start -> longestTimeout.filter(
                        longest -> now.isAfter(start.plus(longest).plus(GRACE))))
                .isPresent();
        return isTooOld
                ? hanging("it is older than the longest timeout that the brokers allow ("
                        + longestTimeout.orElse(Duration.ZERO).toSeconds()
                        + " s), and its coordinator, which has it as "
                        + description.state() + ", has not aborted it")
                : unknown("its timeout passed at " + at + ", and its coordinator, which has it as "
                        + description.state() + ", has not aborted it");
    }

    /** The transaction as it is told to others. */
    OpenTransaction as(Opinion opinion) {
        Optional<Told.Known> known = told instanceof Told.Known one ? Optional.of(one) : Optional.empty();
        return new OpenTransaction(
                producer.producerId(),
                producer.producerEpoch(),
                startOffset(),
                startedAt(),
                known.map(Told.Known::transactionalId),
                known.map(one -> one.description.state().toString()),
                timeout(),
                opinion.verdict(),
                opinion.why());
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
