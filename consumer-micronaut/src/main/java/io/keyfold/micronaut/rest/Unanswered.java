package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.health.StandbyReply;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.query.Answer;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.PartitionPosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What is told where there is no row: that there is none, or that this cannot be told. */
final class Unanswered {

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private Unanswered() {}

    /** {@return whether the answer is a statement: found, or absent} */
    static boolean isAnswer(Answer<?> answer) {
        return answer instanceof Answer.Found || answer instanceof Answer.Absent;
    }

    /** {@return the problem of an answer that is no row} */
    static ProblemException problem(String table, Answer<?> answer) {
        if (answer instanceof Answer.Absent<?> absent) {
            return absent(table, absent);
        }
        if (answer instanceof Answer.Elsewhere<?> elsewhere) {
            return ProblemException.elsewhere(
                    "partition " + elsewhere.partition() + " of " + table + " is not assigned to this instance",
                    ASK_AGAIN);
        }
        Answer.NotReady<?> notReady = (Answer.NotReady<?>) answer;
        return ProblemException.notReady(notReady.reason(), notReady.retryAfter());
    }

    private static ProblemException absent(String table, Answer.Absent<?> absent) {
        String asOf = RowHeaders.asOf(absent.asOf());
        ProblemException problem = ProblemException.of(
                        ProblemType.ROW_NOT_FOUND, table + " has no such row as of " + asOf)
                .with("as_of", absent.asOf())
                .header(RowHeaders.AS_OF, asOf);
        for (Map.Entry<String, String> header :
                RowHeaders.servedBy(absent.standby()).entrySet()) {
            problem = problem.header(header.getKey(), header.getValue());
        }
        problem = absent.mark().isPresent() ? problem.with("mark", absent.mark().get()) : problem;
        if (absent.waiting().isPresent()) {
            WaitingReply waiting = WaitingReply.of(absent.waiting().get());
            problem = problem.with("waiting", waiting).header(RowHeaders.WAITING_SINCE, waiting.since());
        }
        problem = absent.standby().isPresent()
                ? problem.with("standby", StandbyReply.of(absent.standby().get()))
                : problem;
        if (absent.caughtUpAt().isEmpty()) {
            return problem;
        }
        String caughtUpAt = absent.caughtUpAt().get().toString();
        return problem.with("caught_up_at", caughtUpAt).header(RowHeaders.CAUGHT_UP_AT, caughtUpAt);
    }

    /** Refuses a list of which no partition could be asked: it would look like an empty table. */
    static void requireAsked(List<PartitionPosition> asOf, List<MissingPartition> missing) {
        if (asOf.isEmpty() && !missing.isEmpty()) {
            throw ProblemException.notReady(missing.get(0).reason(), ASK_AGAIN).with("missing", missing);
        }
    }
}
