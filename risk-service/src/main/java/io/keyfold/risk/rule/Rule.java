package io.keyfold.risk.rule;

/**
 * Something that is too much. Three kinds, by what they look at.
 *
 * <p>Rules are asked by many threads, have no state, and answer the same to the same question.
 */
public sealed interface Rule permits UserRule, ItemRule, SkuRule {

    /** {@return its name in alerts, unique among the rules} */
    String id();

    /** {@return how grave it is, as the rules file says, such as {@code high}} */
    String severity();
}
