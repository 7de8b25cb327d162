package io.keyfold.store;

import io.keyfold.codec.BadRecord;

/** Carries a bad record from the fold to {@link DeadLetterHandler}, which sends it off. Has no stack. */
final class BadRecordException extends RuntimeException {

    private final transient TableTask task;
    private final transient BadRecord why;
    private final String part;

    BadRecordException(TableTask task, String part, BadRecord why) {
        super(why.detail(), null, false, false);
        this.task = task;
        this.part = part;
        this.why = why;
    }

    /** The table that it is bad for. */
    TableTask task() {
        return task;
    }

    /** Which part of the record is bad: {@code key} or {@code value}. */
    String part() {
        return part;
    }

    BadRecord why() {
        return why;
    }
}
