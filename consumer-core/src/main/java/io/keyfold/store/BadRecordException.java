package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Carries a bad record from the fold to {@link DeadLetterHandler}, which sends it off. Has no stack. Its cause is why its
 * letter could not be written, once that is so.
 */
final class BadRecordException extends RuntimeException {

    /** Which part of a record is bad. */
    enum Part {
        KEY,
        VALUE;

        /** As headers have it. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final transient TableTask task;
    private final transient BadRecord why;
    private final Part part;
    private @Nullable DeadLetterException unwritten;

    BadRecordException(TableTask task, Part part, BadRecord why) {
        super(why.detail(), null, false, false);
        this.task = task;
        this.part = part;
        this.why = why;
    }

    void unwritten(DeadLetterException why) {
        unwritten = why;
    }

    @Override
    public synchronized @Nullable Throwable getCause() {
        return unwritten;
    }

    /** The table that it is bad for. */
    TableTask task() {
        return task;
    }

    /** Which part of the record is bad. */
    Part part() {
        return part;
    }

    BadRecord why() {
        return why;
    }
}
