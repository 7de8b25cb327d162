package io.keyfold.risk.stream;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps whose judgement takes long from taking all the time of the others: they rest ten times as long as it took, two seconds at the
 * most. For one thread.
 */
final class Pace {

    private static final long LONG_MS = 5;
    private static final int TIMES = 10;
    private static final long MOST_MS = 2_000;

    private final Map<String, Long> restsUntilMs = new HashMap<>();

    /** Whether somebody may be judged now. */
    boolean mayJudge(String who, long nowMs) {
        Long until = restsUntilMs.get(who);
        if (until != null && nowMs >= until) {
            restsUntilMs.remove(who);
            return true;
        }
        return until == null;
    }

    void took(String who, long nowMs, long tookMs) {
        if (tookMs >= LONG_MS) {
            restsUntilMs.put(who, nowMs + Math.min(TIMES * tookMs, MOST_MS));
        }
    }

    /** Somebody is to be judged again, and not before. */
    void rests(String who, long untilMs) {
        restsUntilMs.put(who, untilMs);
    }
}
