package io.keyfold.risk.metrics;

import io.keyfold.risk.rule.FailureLog;
import io.keyfold.risk.rule.RuleFailures;
import io.keyfold.risk.stream.RiskEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what the topology does, and what rules do. Any thread. */
@Singleton
public final class RiskMeters implements RiskEvents, RuleFailures {

    private static final String ITEMS = "keyfold.risk.items";

    private final MeterRegistry registry;
    private final FailureLog failures;
    private final Map<String, Counter> opened = new ConcurrentHashMap<>();
    private final Map<String, Counter> updated = new ConcurrentHashMap<>();
    private final Map<String, Counter> closed = new ConcurrentHashMap<>();

    RiskMeters(MeterRegistry registry, FailureLog failures) {
        this.registry = registry;
        this.failures = failures;
    }

    @Override
    public void untimed() {
        items("untimed");
    }

    @Override
    public void late() {
        items("late");
    }

    @Override
    public void early() {
        items("early");
    }

    @Override
    public void ownerless() {
        items("ownerless");
    }

    private void items(String reason) {
        registry.counter(ITEMS, "reason", reason).increment();
    }

    @Override
    public void opened(String ruleId) {
        count(opened, "opened", ruleId).increment();
    }

    @Override
    public void updated(String ruleId) {
        count(updated, "updated", ruleId).increment();
    }

    @Override
    public void closed(String ruleId) {
        count(closed, "closed", ruleId).increment();
    }

    private Counter count(Map<String, Counter> counters, String event, String ruleId) {
        return counters.computeIfAbsent(
                ruleId, rule -> registry.counter("keyfold.risk.alerts", "event", event, "rule", rule));
    }

    @Override
    public void failed(String ruleId, Throwable thrown) {
        failures.failed(ruleId, thrown);
        registry.counter("keyfold.risk.rule.failures", "rule", ruleId).increment();
    }

    /**
     * {@return how many alerts of a rule this instance has opened since it started}
     *
     * @param ruleId the rule
     */
    public long openedBy(String ruleId) {
        return (long) count(opened, "opened", ruleId).count();
    }

    /**
     * {@return how many alerts of a rule this instance has closed since it started}
     *
     * @param ruleId the rule
     */
    public long closedBy(String ruleId) {
        return (long) count(closed, "closed", ruleId).count();
    }
}
