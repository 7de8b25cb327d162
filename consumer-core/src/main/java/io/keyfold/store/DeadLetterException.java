package io.keyfold.store;

import org.apache.kafka.common.errors.ClusterAuthorizationException;

/** A dead letter could not be written. Nothing is lost: its thread ends, and another tries again, for as long as it takes. */
final class DeadLetterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeadLetterException(String topic, Throwable cause) {
        super("a dead letter cannot be written to " + topic + ": " + reason(cause), cause);
    }

    /** Who may write to no topic at all is refused the cluster by the broker, which names none. */
    static String reason(Throwable cause) {
        Throwable root = StartCheck.rootOf(cause);
        return root instanceof ClusterAuthorizationException
                ? "this principal may write to no topic; grant it WRITE on this one (" + root.getMessage() + ")"
                : StartCheck.rootMessage(cause);
    }
}
