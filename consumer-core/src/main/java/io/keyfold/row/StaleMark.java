package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A flag on rows of a partition that was not followed for so long that deletes may have been missed: each of them may have been
 * deleted upstream. An audit takes it away.
 *
 * @param caughtUpAt as of when every delete is known to have been seen; empty where nothing is known
 * @param reason why that is not enough, in words
 */
public record StaleMark(Optional<Instant> caughtUpAt, String reason) {

    /** Refuses a mark that does not say why. */
    public StaleMark {
        requireNonNull(caughtUpAt, "caughtUpAt");
        requireNonNull(reason, "reason");
    }
}
