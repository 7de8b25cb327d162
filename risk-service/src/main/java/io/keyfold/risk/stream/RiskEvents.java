package io.keyfold.risk.stream;

/** Is told what the topology does, on its threads: quick, never waits. */
public interface RiskEvents {

    /** Tells nobody. */
    RiskEvents NONE = new RiskEvents() {};

    /** An item does not say when it was changed: it counts in no trailing sum. */
    default void untimed() {}

    /** An item was changed before the minutes that are kept: it counts in no trailing sum. */
    default void late() {}

    /** An item says that it is to be changed in the future: it counts in trailing sums from then on. */
    default void early() {}

    /** An item is nobody's: it counts nowhere. */
    default void ownerless() {}

    /**
     * An alert was opened.
     *
     * @param ruleId the rule that says so
     */
    default void opened(String ruleId) {}

    /**
     * An open alert says something else.
     *
     * @param ruleId the rule that says so
     */
    default void updated(String ruleId) {}

    /**
     * An alert was closed.
     *
     * @param ruleId the rule that said so
     */
    default void closed(String ruleId) {}
}
