package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A contract that must not exist. Its author can mend it; nothing else can. */
public final class ContractException extends IllegalArgumentException {

    /** What is wrong, one sentence each. */
    private final List<String> problems;

    /**
     * Joins the problems into the message.
     *
     * @param contract what was read or built: a table's name or a file
     * @param problems what is wrong, one sentence each, at least one
     */
    public ContractException(String contract, List<String> problems) {
        super("Cannot accept contract " + requireNonNull(contract, "contract") + ": " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** {@return what is wrong, one sentence each} */
    public List<String> problems() {
        return problems;
    }
}
