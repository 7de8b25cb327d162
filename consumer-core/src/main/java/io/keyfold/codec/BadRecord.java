package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * Why a key or a value could not be decoded.
 *
 * @param reason the kind of fault
 * @param detail one clause for people: names columns and byte positions, never contents
 * @param atByte where in the bytes the fault was met, 0-based; -1 if it is not at one place
 */
public record BadRecord(Reason reason, String detail, long atByte) {

    /** The kinds of fault. Counters and dead letters carry their {@link #code()}. */
    public enum Reason {
        /** There are no bytes, or only white space. */
        EMPTY,
        /** The bytes are not UTF-8. */
        NOT_UTF8,
        /** The text is not one JSON value. */
        NOT_JSON,
        /** The text is the word null, which is not a tombstone. */
        JSON_NULL,
        /** The JSON is not an object. */
        NOT_AN_OBJECT,
        /** A field stands twice. */
        DUPLICATE_FIELD,
        /** The record has no key. */
        NULL_KEY,
        /** A column that must be there is not. */
        MISSING_COLUMN,
        /** A column that must not be null is. */
        NULL_COLUMN,
        /** A value does not fit its column's type. */
        TYPE_MISMATCH,
        /** The value is a change envelope, not a row. */
        ENVELOPE,
        /** The value's key columns are not those of the key. */
        KEY_DISAGREES,
        /** The decoder itself failed on it: a fault of Keyfold's, and still no reason to stop. */
        UNREADABLE,
        /** It is nested deeper, or holds a longer number or text, than is read. */
        BEYOND_LIMITS;

        /** {@return the reason as metrics and headers have it, such as {@code not-utf8}} */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Refuses a fault that does not say why. */
    public BadRecord {
        requireNonNull(reason, "reason");
        requireNonNull(detail, "detail");
    }

    /** For what no decoder should have thrown: says nothing of the contents. */
    static BadRecord unreadable(RuntimeException thrown) {
        return of(Reason.UNREADABLE, "cannot be decoded (" + thrown.getClass().getSimpleName() + ")");
    }

    static BadRecord of(Reason reason, String detail) {
        return new BadRecord(reason, detail, -1);
    }
}
