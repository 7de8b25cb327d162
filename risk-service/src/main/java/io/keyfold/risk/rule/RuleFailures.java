package io.keyfold.risk.rule;

/** Is told of each rule that threw. Any thread may tell. */
@FunctionalInterface
public interface RuleFailures {

    /**
     * A rule threw.
     *
     * @param ruleId which
     * @param thrown what; its message may hold what is in rows, and is not for logs
     */
    void failed(String ruleId, Throwable thrown);
}
