package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.http.HttpRequest;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/** The parameters of one request, each taken once by who knows it; what is left at the end nobody knows. For one thread. */
final class Parameters {

    static final String MOST_ROWS = "1 .. 10000";

    private final Map<String, String> left;

    private Parameters(Map<String, String> left) {
        this.left = left;
    }

    static Parameters of(HttpRequest<?> request) {
        String raw = request.getUri().getRawQuery();
        return raw == null ? new Parameters(Map.of()) : parse(raw);
    }

    /**
     * {@return the parameters of a query}
     *
     * @param raw the query as the URL has it, without the question mark
     */
    static Parameters parse(String raw) {
        try {
            return new Parameters(QueryParameters.parse(raw));
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, "query: " + e.getMessage());
        }
    }

    boolean isEmpty() {
        return left.isEmpty();
    }

    Optional<String> take(String name) {
        return left.isEmpty() ? Optional.empty() : Optional.ofNullable(left.remove(name));
    }

    boolean has(String name) {
        return left.containsKey(name);
    }

    /** Refuses what nobody took. */
    void refuseRest(ProblemType type, String what, String expected) {
        Iterator<String> rest = left.keySet().iterator();
        if (rest.hasNext()) {
            throw ProblemException.of(type, rest.next() + ": " + what + " (expected: " + expected + ")");
        }
    }

    static ProblemException bad(String detail) {
        return ProblemException.of(ProblemType.BAD_PARAMETER, detail);
    }
}
