package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the failures of each rule, and logs the first and then each tenfold. Any thread may call. */
public final class FailureLog implements RuleFailures {

    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private static final int TENFOLD = 10;

    private final InstantSource clock;
    private final Map<String, Failures> byRule = new ConcurrentHashMap<>();

    /**
     * Knows of no failure.
     *
     * @param clock says when rules fail
     */
    public FailureLog(InstantSource clock) {
        this.clock = requireNonNull(clock, "clock");
    }

    /**
     * How often a rule threw.
     *
     * @param count since the service started
     * @param last the class of what was thrown last
     * @param lastAt when that was
     */
    public record Failures(long count, String last, Instant lastAt) {}

    @Override
    public void failed(String ruleId, Throwable thrown) {
        Instant now = clock.instant();
        String name = thrown.getClass().getName();
        Failures failures = byRule.merge(
                ruleId, new Failures(1, name, now), (before, one) -> new Failures(before.count() + 1, name, now));
        if (isTold(failures.count())) {
            StackTraceElement[] stack = thrown.getStackTrace(); // the message may hold what is in rows
            LOG.warn(
                    "Rule {} failed ({} in all): {} at {}",
                    ruleId,
                    failures.count(),
                    name,
                    stack.length == 0 ? "an unknown place" : stack[0]);
        }
    }

    private static boolean isTold(long count) {
        long rest = count;
        while (rest % TENFOLD == 0) {
            rest /= TENFOLD;
        }
        return rest == 1;
    }

    /**
     * {@return how often a rule threw; empty if never}
     *
     * @param ruleId which
     */
    public Optional<Failures> of(String ruleId) {
        return Optional.ofNullable(byRule.get(ruleId));
    }
}
