package io.keyfold.risk.alert;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Something that happened to an alert.
 *
 * @param kind what
 * @param at when
 * @param alert the alert as it was opened, or as it was when it closed
 */
public record AlertEvent(Kind kind, Instant at, Alert alert) {

    /** What can happen. */
    public enum Kind {
        /** Its cause began. */
        OPENED,
        /** Its cause is gone. */
        CLOSED
    }

    /** Refuses an event with something missing. */
    public AlertEvent {
        requireNonNull(kind, "kind");
        requireNonNull(at, "at");
        requireNonNull(alert, "alert");
    }
}
