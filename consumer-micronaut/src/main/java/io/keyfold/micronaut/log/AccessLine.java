package io.keyfold.micronaut.log;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One request, as the access log tells it; {@code -} stands for what is not known. */
final class AccessLine {

    private static final String UNKNOWN = "-";
    private static final int LONGEST_NAME = 100;
    /** What a name may not bring into a log: line ends and whatever else moves a terminal. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{L}\\p{N}\\p{P}\\p{S}]");
    /** W3C Trace Context, version 00 and those that begin like it. */
    private static final Pattern TRACEPARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

    private final long startNanos;
    private volatile String route = UNKNOWN;
    private volatile String status = UNKNOWN;
    private volatile String bytes = UNKNOWN;
    private volatile String caller = UNKNOWN;

    AccessLine(long startNanos) {
        this.startNanos = startNanos;
    }

    void answered(Optional<String> template, HttpResponse<?> response, Optional<String> name) {
        route = template.orElse(UNKNOWN);
        status = String.valueOf(response.code());
        bytes = bytes(response);
        caller = name.map(AccessLine::printable).orElse(UNKNOWN);
    }

    String text(HttpRequest<?> request, long nowNanos) {
        return request.getMethod().name() + " " + route + " " + status + " ms="
                + TimeUnit.NANOSECONDS.toMillis(nowNanos - startNanos) + " bytes=" + bytes + " caller=" + caller
                + " trace=" + trace(request.getHeaders().get("traceparent"));
    }

    private static String bytes(HttpResponse<?> response) {
        Object body = response.body();
        if (body instanceof byte[] array) {
            return String.valueOf(array.length);
        }
        String length = response.getHeaders().get(HttpHeaders.CONTENT_LENGTH);
        return length == null ? UNKNOWN : length;
    }

    private static String printable(String name) {
        String cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        return UNPRINTABLE.matcher(cut).replaceAll("?");
    }

    private static String trace(@Nullable String traceparent) {
        if (traceparent == null) {
            return UNKNOWN;
        }
        Matcher matcher = TRACEPARENT.matcher(traceparent);
        return matcher.matches() ? matcher.group(1) : UNKNOWN;
    }
}
