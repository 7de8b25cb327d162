package io.keyfold.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A reply that is not an answer, as far as it says what it is (RFC 9457).
 *
 * @param status the HTTP status
 * @param type a URI; empty if the reply names none
 * @param detail what is wrong with this request; empty if the reply does not say
 * @param retryAfter when asking again may help; empty if the reply does not say
 * @param body all members; empty if the body is no problem
 */
record Problem(
        int status,
        Optional<String> type,
        Optional<String> detail,
        Optional<Duration> retryAfter,
        Optional<JsonSlice> body) {

    static final String ROW_NOT_FOUND = "/problems/row-not-found";

    private static final String MEDIA_TYPE = "application/problem+json";
    private static final String UNTYPED = "about:blank";
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    /** Reads one; never throws, for whatever stands between here and the service may have written it. */
    static Problem of(int status, HttpHeaders headers, byte[] reply) {
        Optional<Duration> retryAfter = headers.firstValue("Retry-After")
                .filter(text -> SECONDS.matcher(text).matches())
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
        if (headers.firstValue("Content-Type")
                .filter(type -> type.startsWith(MEDIA_TYPE))
                .isPresent()) {
            try {
                return of(status, retryAfter, JsonSlice.of(reply));
            } catch (IllegalArgumentException e) {
                // Cut off: the status has to do.
            }
        }
        return new Problem(status, Optional.empty(), Optional.empty(), retryAfter, Optional.empty());
    }

    /** One that stands within a reply. */
    static Problem of(JsonSlice body) {
        return of(Math.toIntExact(body.require("status").number()), Optional.empty(), body);
    }

    private static Problem of(int status, Optional<Duration> retryAfter, JsonSlice body) {
        return new Problem(
                status,
                body.get("type").map(JsonSlice::text).filter(type -> !type.equals(UNTYPED)),
                body.get("detail").map(JsonSlice::text),
                retryAfter,
                Optional.of(body));
    }

    boolean isRowNotFound() {
        return type.filter(ROW_NOT_FOUND::equals).isPresent();
    }
}
