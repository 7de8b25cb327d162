package io.keyfold.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * There is no answer: the service cannot be asked, refuses the question, or replies with what cannot be read. The message says whom
 * it asked and why, never a key, a value or a credential.
 */
public final class KeyfoldClientException extends RuntimeException {

    private final transient OptionalInt status;
    private final transient Optional<String> problem;
    private final transient Optional<Duration> retryAfter;

    private KeyfoldClientException(
            String message,
            OptionalInt status,
            Optional<String> problem,
            Optional<Duration> retryAfter,
            @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    static KeyfoldClientException unanswered(String address, String why, @Nullable Throwable cause) {
        return new KeyfoldClientException(
                "Cannot ask " + address + ": " + why, OptionalInt.empty(), Optional.empty(), Optional.empty(), cause);
    }

    static KeyfoldClientException unreadable(String address, int status, String why, @Nullable Throwable cause) {
        return new KeyfoldClientException(
                "Cannot read the reply of " + address + ": " + why,
                OptionalInt.of(status),
                Optional.empty(),
                Optional.empty(),
                cause);
    }

    static KeyfoldClientException refused(String address, Problem problem) {
        String type = problem.type().map(known -> " " + known).orElse("");
        return new KeyfoldClientException(
                "Cannot ask " + address + ": " + problem.status() + type
                        + problem.detail().map(detail -> ": " + detail).orElse(""),
                OptionalInt.of(problem.status()),
                problem.type(),
                problem.retryAfter(),
                null);
    }

    /** {@return the HTTP status of the reply; empty if none came} */
    public OptionalInt status() {
        return status;
    }

    /** {@return the type of the problem that the service names, such as {@code /problems/token-expired}} */
    public Optional<String> problem() {
        return problem;
    }

    /** {@return when the service says that asking again may help} */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
