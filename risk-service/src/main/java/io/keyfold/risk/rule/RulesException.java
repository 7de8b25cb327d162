package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Rules that cannot be taken. Their author can mend them; nothing else can, and those before hold on. */
public final class RulesException extends IllegalArgumentException {

    /** What is wrong, one sentence each. */
    private final List<String> problems;

    /**
     * Joins the problems into the message.
     *
     * @param source where the rules come from
     * @param problems what is wrong, one sentence each, at least one
     */
    public RulesException(String source, List<String> problems) {
        super("Cannot take rules of " + requireNonNull(source, "source") + ": " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** {@return what is wrong, one sentence each} */
    public List<String> problems() {
        return problems;
    }
}
