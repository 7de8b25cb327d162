package io.keyfold.micronaut.chaos;

import io.keyfold.row.RecordPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What was written, key by key, in the order of the log; against it every answer is checked. Any thread. */
final class History {

    private final Map<String, List<Written>> byKey = new ConcurrentHashMap<>();

    /** What became of a record. */
    enum Fate {
        OPEN,
        COMMITTED,
        ABORTED
    }

    /** One record: a row's quantity, which no two records share, or a delete. */
    static final class Written {
        private final RecordPosition position;
        private final @Nullable Integer quantity;
        private volatile Fate fate = Fate.OPEN;

        Written(RecordPosition position, @Nullable Integer quantity) {
            this.position = position;
            this.quantity = quantity;
        }

        void ends(Fate with) {
            fate = with;
        }
    }

    Written add(String key, RecordPosition position, @Nullable Integer quantity) {
        Written written = new Written(position, quantity);
        byKey.computeIfAbsent(key, k -> new CopyOnWriteArrayList<>()).add(written);
        return written;
    }

    private List<Written> of(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    /** What is wrong with a row: nothing, if it is what the log holds at its place, and nothing newer lies below {@code asOf}. */
    Optional<String> wrongRow(String key, int partition, long offset, int quantity, long asOf) {
        Written at = null;
        for (Written written : of(key)) {
            if (written.position.offset() == offset && written.position.partition() == partition) {
                at = written;
            }
        }
        if (at == null || at.quantity == null || at.quantity != quantity || at.fate == Fate.ABORTED) {
            return Optional.of(key + ": a row of " + quantity + " at " + partition + "@" + offset + ", where "
                    + (at == null ? "nothing was written" : "there is " + at.quantity + ", " + at.fate));
        }
        for (Written written : of(key)) {
            if (written.fate == Fate.COMMITTED
                    && written.position.offset() > offset
                    && written.position.offset() < asOf) {
                return Optional.of(key + ": the row at " + offset + " as of " + asOf + ", though "
                        + written.position.offset() + " was committed");
            }
        }
        return Optional.empty();
    }

    /** What is wrong with "there is no such row": nothing, if that was so at {@code asOf} or may have been later. */
    Optional<String> wrongAbsence(String key, long asOf) {
        Written last = null;
        boolean mayBeDeletedLater = false;
        for (Written written : of(key)) {
            if (written.fate == Fate.ABORTED) {
                continue;
            }
            if (written.position.offset() < asOf) {
                // One that is open here may be decided there: it may count, or not.
                last = written.fate == Fate.COMMITTED || written.quantity == null ? written : last;
            } else {
                mayBeDeletedLater |= written.quantity == null;
            }
        }
        return last == null || last.quantity == null || mayBeDeletedLater
                ? Optional.empty()
                : Optional.of(key + ": absent as of " + asOf + ", though " + last.quantity + " was committed at "
                        + last.position.offset());
    }
}
