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
 * @param firstRecord the time that the transaction's first record here bears; empty if that is not known, or nobody asked
 * @param longestTimeout the longest that the brokers allow; empty if it may not be read, or nobody asked
 * @param seenFor how long this process has seen it open, by a clock that nobody sets
 */
record TransactionEvidence(
        TopicPartition partition,
        ProducerState producer,
        Told told,
        Optional<RecordTime> firstRecord,
        Optional<Duration> longestTimeout,
        Duration seenFor) {

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

    /** What a coordinator has of its producer. */
    private Optional<Told.Known> known() {
        return told instanceof Told.Known known && known.description.producerId() == producer.producerId()
                ? Optional.of(known)
                : Optional.empty();
    }

    /** What a coordinator has, if that is this transaction. */
    private Optional<TransactionDescription> owned() {
        return known().filter(known -> isEnding(known)
                        || (covers(known) && known.description.producerEpoch() == producer.producerEpoch()))
                .map(Told.Known::description);
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
        return owned().flatMap(TransactionEvidence::startOf).isEmpty();
    }

    /** Its coordinator should have ended it by now. What its records bear is no measure of that. */
    boolean isOverdue(Instant now) {
        return owned().filter(description -> isOverdue(description, now)).isPresent();
    }

    private static boolean isOverdue(TransactionDescription description, Instant now) {
        return endOf(description).filter(at -> now.isAfter(at.plus(GRACE))).isPresent();
    }

    private static Optional<Instant> startOf(TransactionDescription description) {
        OptionalLong startMs = description.transactionStartTimeMs();
        return startMs.isPresent() ? Optional.of(Instant.ofEpochMilli(startMs.getAsLong())) : Optional.empty();
    }

    private static Duration timeoutOf(TransactionDescription description) {
        return Duration.ofMillis(description.transactionTimeoutMs());
    }

    /** When it times out. */
    private static Optional<Instant> endOf(TransactionDescription description) {
        return startOf(description).map(start -> start.plus(timeoutOf(description)));
    }

    /** When it began, as far as is known: a producer's timestamp counts only where nobody else can tell any more. */
    private Optional<Instant> startedAt(TransactionVerdict verdict) {
        return owned().flatMap(TransactionEvidence::startOf)
                .or(() -> firstRecord
                        .filter(first -> first.isAppendTime() || verdict == TransactionVerdict.HANGING)
                        .map(RecordTime::at));
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
        if (description.producerId() != producer.producerId()) {
            return unknown("transactional id " + known.transactionalId
                    + ", which had its producer, has another one by now (" + description.producerId() + ")");
        }
        if (isEnding(known)) {
            return isOverdue(description, now)
                    ? unknown("its coordinator has been ending it (" + description.state() + ") since before "
                            + time(endOf(description).orElse(now)) + ", and the marker is not here")
                    : longOne("its coordinator is ending it (" + description.state() + ")");
        }
        if (description.state() == TransactionState.UNKNOWN) {
            return unknown("its coordinator says a state of it that is not known here");
        }
        if (!covers(known)) {
            return hanging("its coordinator has no open transaction of its producer in this partition ("
                    + description.state() + ", epoch " + description.producerEpoch() + ")");
        }
        if (description.producerEpoch() < producer.producerEpoch()) {
            return unknown("its coordinator has an older epoch of its producer (" + description.producerEpoch() + ")");
        }
        return description.producerEpoch() > producer.producerEpoch()
                ? later(description, now)
                : ongoing(description, now);
    }

    private static Opinion later(TransactionDescription description, Instant now) {
        String later = "its coordinator has a later transaction of its producer open in this partition (epoch "
                + description.producerEpoch() + "), whose end will end this one, too";
        return isOverdue(description, now)
                ? unknown(later + "; but the timeout of that passed at "
                        + time(endOf(description).orElse(now)) + ", and it has not been aborted")
                : longOne(later);
    }

    private Opinion ongoing(TransactionDescription description, Instant now) {
        Optional<Instant> timesOutAt = endOf(description);
        if (timesOutAt.isEmpty()) {
            return longOne("its coordinator has it as " + description.state());
        }
        String at = time(timesOutAt.get());
        if (!now.isAfter(timesOutAt.get())) {
            return longOne("its coordinator has it as " + description.state() + " and aborts it at " + at
                    + " if nobody ends it before");
        }
        if (!isOverdue(description, now)) {
            return longOne("its coordinator has it as " + description.state() + " and is about to abort it, for its"
                    + " timeout passed at " + at);
        }
        return isTooOld(description, now)
                ? hanging("it is older than the longest timeout that the brokers allow ("
                        + longestTimeout.orElse(Duration.ZERO).toSeconds()
                        + " s), and its coordinator, which has it as "
                        + description.state() + ", has not aborted it")
                : unknown("its timeout passed at " + at + ", and its coordinator, which has it as "
                        + description.state() + ", has not aborted it");
    }

    /** By the coordinator's clock and this host's, either of which may be wrong, and by how long it has been watched. */
    private boolean isTooOld(TransactionDescription description, Instant now) {
        boolean isOld = startOf(description)
                .flatMap(start -> longestTimeout.filter(
                        longest -> now.isAfter(start.plus(longest).plus(GRACE))))
                .isPresent();
        return isOld && seenFor.compareTo(timeoutOf(description).plus(GRACE)) > 0;
    }

    /** The transaction as it is told to others. */
    OpenTransaction as(Opinion opinion) {
        Optional<Instant> startedAt = startedAt(opinion.verdict());
        String recordTime = startedAt.isPresent()
                ? ""
                : firstRecord
                        .map(first -> "; its first record bears the time " + time(first.at()))
                        .orElse("");
        return new OpenTransaction(
                producer.producerId(),
                producer.producerEpoch(),
                startOffset(),
                startedAt,
                told instanceof Told.Known one ? Optional.of(one.transactionalId) : Optional.empty(),
                known().map(one -> one.description.state().toString()),
                owned().map(TransactionEvidence::timeoutOf),
                opinion.verdict(),
                opinion.why() + recordTime);
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
