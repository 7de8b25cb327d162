package io.keyfold.micronaut.rest;

import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An audit that somebody asked for.
 *
 * @param id by which it is asked for
 * @param kind what it looks for
 * @param startedAt when it was asked for
 * @param partitions those of this instance at that time: the ones it audits
 * @param found what it found, when it is through
 */
record AuditRun(
        String id,
        AuditKind kind,
        Instant startedAt,
        List<Integer> partitions,
        CompletableFuture<List<PartitionAudit>> found) {

    /** How far it is. */
    enum State {
        /** It is not through. */
        RUNNING,
        /** It is through; each partition says what was found, or that it says nothing. */
        DONE,
        /** It was not carried out. */
        FAILED
    }

    State state() {
        if (!found.isDone()) {
            return State.RUNNING;
        }
        return found.isCompletedExceptionally() ? State.FAILED : State.DONE;
    }

    /** {@return why it failed; empty if it did not} */
    Optional<String> failure() {
        if (state() != State.FAILED) {
            return Optional.empty();
        }
        // Only the core's own refusals are worded for a reader.
        return Optional.of(found.handle((none, thrown) -> cause(thrown) instanceof IllegalStateException refusal
                        ? String.valueOf(refusal.getMessage())
                        : "the audit failed; the service's log says why")
                .join());
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause == null ? thrown : cause;
    }

    /** {@return what was found, a partition each; none before it is through} */
    List<PartitionAudit> reports() {
        return state() == State.DONE ? found.join() : List.of();
    }
}
