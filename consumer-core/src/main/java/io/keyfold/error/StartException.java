package io.keyfold.error;

import org.jspecify.annotations.Nullable;

/** A consumer could not start. The message is one sentence that says what to do; a service prints it and exits. */
public final class StartException extends RuntimeException {

    /**
     * Names what could not start and why.
     *
     * @param what the table or consumer
     * @param reason the reason, and what to do
     */
    public StartException(String what, String reason) {
        this(what, reason, null);
    }

    /**
     * Names what could not start and why.
     *
     * @param what the table or consumer
     * @param reason the reason, and what to do
     * @param cause what was thrown below, if anything was
     */
    public StartException(String what, String reason, @Nullable Throwable cause) {
        super("Cannot start " + what + ": " + reason, cause);
    }
}
