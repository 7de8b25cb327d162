package io.keyfold.risk.rule;

/** What a rule answered. */
public sealed interface Verdict {

    /** It is not too much. */
    record Clear() implements Verdict {}

    /**
     * It is too much.
     *
     * @param breach how much, and why
     */
    record Breached(Breach breach) implements Verdict {}

    /** The rule threw: nothing is known, so an alert stays as it is. */
    record Failed() implements Verdict {}
}
