package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** The answer to a question to derived state: what a desk said, or why none can say it now. */
public sealed interface DerivedAnswer {

    /**
     * The desk of the instance that has the key answered.
     *
     * @param bytes what it said; not to be modified
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Answered(byte[] bytes) implements DerivedAnswer {

        /** Refuses none. */
        public Answered {
            requireNonNull(bytes, "bytes");
        }
    }

    /**
     * No instance can answer it now.
     *
     * @param reason why, in words, without contents
     * @param retryAfter when asking again may help
     */
    record NotReady(String reason, Duration retryAfter) implements DerivedAnswer {

        /** Refuses one that does not say why. */
        public NotReady {
            requireNonNull(reason, "reason");
            requireNonNull(retryAfter, "retryAfter");
        }
    }
}
