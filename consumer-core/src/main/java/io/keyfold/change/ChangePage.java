package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowChange;
import java.util.List;
import java.util.function.Function;

/**
 * The next changes of a table: those of one partition in order, none twice and none left out, but where a reset says so.
 *
 * @param <T> how values are read
 * @param changes what happened
 * @param next where to go on
 * @param resets the partitions whose place was lost: changes of them may have been missed, so read their rows anew, at the position
 *     that {@code next} has or later. The page has no changes of them; they go on from now
 * @param missing the partitions that nobody could be asked for now; their place stays as it was
 * @param hasMore whether there is more already
 */
public record ChangePage<T>(
        List<RowChange<T>> changes,
        ChangeCursor next,
        List<Reset> resets,
        List<MissingPartition> missing,
        boolean hasMore) {

    /**
     * A partition whose place was lost.
     *
     * @param partition the partition
     * @param cause why
     */
    public record Reset(int partition, Cause cause) {

        /** Refuses a reset without a cause. */
        public Reset {
            requireNonNull(cause, "cause");
        }
    }

    /** Why a place was lost. */
    public enum Cause {
        /** Its log has begun anew. */
        MOVED("the partition has moved to another instance, or its instance began anew"),
        /** The log is bounded. */
        TOO_OLD("the place is older than what the log of changes keeps"),
        /** Offsets mean other records now. */
        MADE_ANEW("the topic was made anew"),
        /** The cursor did not name it. */
        JOINED("the partition was not there, or nobody could be asked for it, when the reader began");

        private final String reason;

        Cause(String reason) {
            this.reason = reason;
        }

        /** {@return why, in words} */
        public String reason() {
            return reason;
        }
    }

    /**
     * A partition whose changes are not in the page.
     *
     * @param partition the partition
     * @param reason why nobody could be asked, in words
     */
    public record MissingPartition(int partition, String reason) {

        /** Refuses a gap without a reason. */
        public MissingPartition {
            requireNonNull(reason, "reason");
        }
    }

    /** Copies the lists. */
    public ChangePage {
        changes = List.copyOf(changes);
        requireNonNull(next, "next");
        resets = List.copyOf(resets);
        missing = List.copyOf(missing);
    }

    /**
     * {@return the same page with its changes read in another way}
     *
     * @param reader reads a change
     * @param <U> how values are read then
     */
    public <U> ChangePage<U> map(Function<? super RowChange<T>, RowChange<U>> reader) {
        return new ChangePage<>(changes.stream().<RowChange<U>>map(reader).toList(), next, resets, missing, hasMore);
    }
}
