package io.keyfold.risk.exposure;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the upstream job's order statuses mean.
 *
 * @param cancelled of orders that were cancelled
 * @param done of orders with which nothing can happen any more, for a good reason
 */
public record Statuses(Set<String> cancelled, Set<String> done) {

    /** Copies the sets; refuses a status that is in both. */
    public Statuses {
        cancelled = Set.copyOf(cancelled);
        done = Set.copyOf(done);
        for (String status : cancelled) {
            if (done.contains(status)) {
                throw new IllegalArgumentException(
                        "statuses: " + status + " is cancelled and done (expected: one of the two)");
            }
        }
    }

    /**
     * {@return whether orders of that status were cancelled}
     *
     * @param status null for none
     */
    public boolean isCancelled(@Nullable String status) {
        return status != null && cancelled.contains(status);
    }

    /**
     * {@return whether the amount of an item of that status is open: neither cancelled nor done}
     *
     * @param status null for none, which is open
     */
    public boolean isOpen(@Nullable String status) {
        return status == null || !(cancelled.contains(status) || done.contains(status));
    }
}
