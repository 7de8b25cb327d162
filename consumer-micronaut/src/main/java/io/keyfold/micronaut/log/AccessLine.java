package io.keyfold.micronaut.log;

import io.keyfold.micronaut.trace.TraceContext;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One request, as the access log tells it; {@code -} stands for what is not known. */
final class AccessLine {

    private static final String UNKNOWN = "-";
    private static final int LONGEST_NAME = 100;
    /** What a name may not bring into a log: line ends and whatever else moves a terminal. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{L}\\p{N}\\p{P}\\p{S}]");

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
                + " trace=" + TraceContext.traceId(request).orElse(UNKNOWN);
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
}
