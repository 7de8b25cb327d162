package io.keyfold.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.apache.kafka.common.errors.ClusterAuthorizationException;

/** A dead letter could not be written. Nothing is lost: its thread ends, and another tries again, for as long as it takes. */
final class DeadLetterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DeadLetterException(String topic, Throwable cause) {
        super("a dead letter cannot be written to " + topic + ": " + reason(cause), cause);
    }

    DeadLetterException(Path directory, IOException cause) {
        super("a dead letter cannot be written to " + directory + ": " + reason(cause), cause);
    }

    /** The message of many a failure of a file system is the file's name alone. */
    private static String reason(IOException cause) {
        return cause instanceof FileSystemException named && named.getReason() == null
                ? named.getClass().getSimpleName() + " of " + named.getMessage() + "; let this process make files there"
                : StartCheck.rootMessage(cause);
    }

    /** Who may write to no topic at all is refused the cluster by the broker, which names none. */
    static String reason(Throwable cause) {
        Throwable root = StartCheck.rootOf(cause);
        return root instanceof ClusterAuthorizationException
                ? "this principal may write to no topic; grant it WRITE on this one (" + root.getMessage() + ")"
                : StartCheck.rootMessage(cause);
    }
}
