package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A flag on what was read from a standby copy, which follows its partition a little behind and is asked where the caller allows
 * that.
 *
 * @param readThrough as of when all that could be read of the partition is in it, at least
 */
public record StandbyMark(Instant readThrough) {

    /** Refuses a mark without a time. */
    public StandbyMark {
        requireNonNull(readThrough, "readThrough");
    }
}
