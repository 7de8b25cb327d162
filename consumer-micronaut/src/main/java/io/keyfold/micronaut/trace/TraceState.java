package io.keyfold.micronaut.trace;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The header {@code tracestate} of W3C Trace Context, level 1: what tracing systems tell each other, passed on as it is. */
final class TraceState {

    private static final int MOST_CHARACTERS = 512; // what everybody must be able to pass on; longer ones end here
    private static final int MOST_MEMBERS = 32;
    private static final Pattern MEMBER =
            Pattern.compile("[ \\t]*([a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})"
                    + "=[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e][ \\t]*");

    private TraceState() {}

    /** {@return the headers as one, if there are any and they are well formed} */
    static Optional<String> joined(List<String> headers) {
        String all = String.join(",", headers).strip();
        if (all.isEmpty() || all.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        Set<String> keys = new HashSet<>();
        for (String member : all.split(",", -1)) {
            Matcher form = MEMBER.matcher(member);
            boolean isRight = member.isBlank() || (form.matches() && keys.add(form.group(1)));
            if (!isRight) {
                return Optional.empty();
            }
        }
        return keys.isEmpty() || keys.size() > MOST_MEMBERS ? Optional.empty() : Optional.of(all);
    }
}
