package io.keyfold.micronaut.trace;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header {@code traceparent} of W3C Trace Context, level 1.
 *
 * <pre>
 * 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
 * version  trace id                    parent id     flags
 * </pre>
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param flags two of them
 */
record TraceParent(String traceId, String flags) {

    private static final String OUR_VERSION = "00";
    private static final String NO_VERSION = "ff";
    private static final int SAMPLED = 1;
    /** A later version may append to what is here. */
    private static final Pattern FORM =
            Pattern.compile("([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?");

    static Optional<TraceParent> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || NO_VERSION.equals(form.group(1))) {
            return Optional.empty();
        }
        if (OUR_VERSION.equals(form.group(1))) {
            return form.group(4) == null
                    ? Optional.of(new TraceParent(form.group(2), form.group(3)))
                    : Optional.empty();
        }
        int flags = Integer.parseInt(form.group(3), 16) & SAMPLED; // of a later version the one that is known
        return Optional.of(new TraceParent(form.group(2), HexFormat.of().toHexDigits((byte) flags)));
    }

    /** {@return the header for a call made for this trace, with a new parent id} */
    String child() {
        long parent;
        do {
            parent = ThreadLocalRandom.current().nextLong();
        } while (parent == 0);
        return OUR_VERSION + "-" + traceId + "-" + HexFormat.of().toHexDigits(parent) + "-" + flags;
    }
}
