package io.keyfold.risk.rule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/** What the settings of rules may be. Each gives back what it was given, or refuses it with one sentence. */
final class Allowed {

    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Set<String> SEVERITIES = Set.of("low", "medium", "high");
    private static final Duration LONGEST = Duration.ofHours(24);

    private Allowed() {}

    static String id(String name, String id) {
        return allowed(ID.matcher(id).matches(), name, id, "1 .. 64 of a-z, 0-9 and -");
    }

    static String severity(String name, String severity) {
        return allowed(SEVERITIES.contains(severity), name, severity, "low, medium or high");
    }

    static Duration wholeMinutes(String name, Duration duration) {
        boolean isAllowed = duration.compareTo(Duration.ofMinutes(1)) >= 0
                && duration.compareTo(LONGEST) <= 0
                && duration.equals(Duration.ofMinutes(duration.toMinutes()));
        return allowed(isAllowed, name, duration, "whole minutes, 1m .. 24h");
    }

    static BigDecimal notNegative(String name, BigDecimal number) {
        return allowed(number.signum() >= 0, name, number, "0 or more");
    }

    static BigDecimal share(String name, BigDecimal number) {
        boolean isAllowed = number.signum() >= 0 && number.compareTo(BigDecimal.ONE) <= 0;
        return allowed(isAllowed, name, number, "0 .. 1");
    }

    static BigDecimal moreThanOne(String name, BigDecimal number) {
        return allowed(number.compareTo(BigDecimal.ONE) > 0, name, number, "more than 1");
    }

    static int oneOrMore(String name, int number) {
        return allowed(number >= 1, name, number, "1 or more");
    }

    static <T> T allowed(boolean isAllowed, String name, T value, String expected) {
        if (!isAllowed) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
        }
        return value;
    }
}
