package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.Item;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Asks rules. One that throws is told of, and harms neither the others nor who asks. Any thread may ask. */
public final class Judge {

    private final Supplier<RuleBook> rules;
    private final RuleFailures failures;

    /**
     * Asks nothing yet.
     *
     * @param rules gives those that hold now
     * @param failures is told of each rule that throws
     */
    public Judge(Supplier<RuleBook> rules, RuleFailures failures) {
        this.rules = requireNonNull(rules, "rules");
        this.failures = requireNonNull(failures, "failures");
    }

    /** {@return the rules that hold now} */
    public RuleBook rules() {
        return rules.get();
    }

    /**
     * {@return what a rule says of a user}
     *
     * @param rule which
     * @param exposure of the items that {@link UserRule#within()} says
     */
    public Verdict ask(UserRule rule, Exposure exposure) {
        return verdict(rule, () -> rule.check(exposure));
    }

    /**
     * {@return what a rule says of an item}
     *
     * @param rule which
     * @param item as it is
     * @param minute now, in minutes since the epoch
     */
    public Verdict ask(ItemRule rule, Item item, long minute) {
        return verdict(rule, () -> rule.check(item, minute));
    }

    /**
     * {@return what a rule says of the users of one thing}
     *
     * @param rule which
     * @param skuId what was bought
     * @param users how many different users have items of it that {@link SkuRule#within()} says
     */
    public Verdict ask(SkuRule rule, String skuId, long users) {
        return verdict(rule, () -> rule.check(skuId, users));
    }

    /**
     * {@return when an item is to be asked about again though it is the same; empty if never, or if the rule throws}
     *
     * @param rule which
     * @param item as it is
     * @param minute now, in minutes since the epoch
     */
    public OptionalLong changesAt(ItemRule rule, Item item, long minute) {
        return asked(rule, () -> rule.changesAt(item, minute)).orElse(OptionalLong.empty());
    }

    private Verdict verdict(Rule rule, Supplier<Optional<Breach>> question) {
        return asked(
                        rule,
                        () -> question.get().<Verdict>map(Verdict.Breached::new).orElseGet(Verdict.Clear::new))
                .orElseGet(Verdict.Failed::new);
    }

    /** Too deep a recursion is the rule's own fault as well; what else is no RuntimeException is not. */
    private <T> Optional<T> asked(Rule rule, Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (RuntimeException | StackOverflowError e) {
            failures.failed(rule.id(), e);
            return Optional.empty();
        }
    }
}
