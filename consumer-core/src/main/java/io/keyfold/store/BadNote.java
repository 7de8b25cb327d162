package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.BadRecord;
import io.keyfold.row.RecordPosition;
import java.time.Instant;

/**
 * What this instance has noticed since it started about bad records of one kind.
 *
 * @param reason what is wrong with them
 * @param records how many there were
 * @param since when the first was met
 * @param first the first that was met
 * @param last the last that was met
 * @param detail what was wrong with the last, in words
 */
public record BadNote(
        BadRecord.Reason reason,
        long records,
        Instant since,
        RecordPosition first,
        RecordPosition last,
        String detail) {

    /** Refuses a note with something missing. */
    public BadNote {
        requireNonNull(reason, "reason");
        requireNonNull(since, "since");
        requireNonNull(first, "first");
        requireNonNull(last, "last");
        requireNonNull(detail, "detail");
    }

    /** The same, one record later. */
    BadNote and(RecordPosition position, String newDetail) {
        return new BadNote(reason, records + 1, since, first, position, newDetail);
    }
}
