package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Statuses;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that hold now.
 *
 * @param version another text for each other content of the rules file
 * @param statuses what order statuses mean
 * @param rules in the order of the file
 */
public record RuleBook(String version, Statuses statuses, List<Rule> rules) {

    /** Copies the list; refuses two rules of one id. */
    public RuleBook {
        requireNonNull(version, "version");
        requireNonNull(statuses, "statuses");
        rules = List.copyOf(rules);
        Set<String> ids = new HashSet<>();
        for (Rule rule : rules) {
            if (!ids.add(rule.id())) {
                throw new IllegalArgumentException("rules: two are called " + rule.id() + " (expected: one)");
            }
        }
    }

    /** {@return the names of all} */
    public Set<String> ids() {
        return rules.stream().map(Rule::id).collect(Collectors.toUnmodifiableSet());
    }

    /** {@return those that look at what a user's items come to} */
    public List<UserRule> userRules() {
        return of(UserRule.class);
    }

    /** {@return those that look at single items} */
    public List<ItemRule> itemRules() {
        return of(ItemRule.class);
    }

    /** {@return those that look at what many users bought} */
    public List<SkuRule> skuRules() {
        return of(SkuRule.class);
    }

    private <R extends Rule> List<R> of(Class<R> kind) {
        return rules.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
