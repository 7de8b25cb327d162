package io.keyfold.risk.rule;

import io.keyfold.risk.item.Item;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * An item's amount is both many times the one before and much more. A jump down is none: it makes nobody owe more.
 *
 * @param id its name
 * @param severity how grave it is
 * @param factor so many times the amount before is still allowed
 * @param minDifference as much more than the amount before is still allowed, so that from 0.01 to 1.00 is no jump
 */
public record AmountJump(String id, String severity, BigDecimal factor, BigDecimal minDifference) implements ItemRule {

    /** Refuses what no such rule has. */
    public AmountJump {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        Allowed.moreThanOne("factor", factor);
        Allowed.notNegative("min-difference", minDifference);
    }

    static AmountJump of(RuleFields in) {
        return new AmountJump(
                in.id(),
                in.severity(),
                in.number("factor", Allowed::moreThanOne),
                in.number("min-difference", Allowed::notNegative));
    }

    @Override
    public Optional<Breach> check(Item item, long minute) {
        BigDecimal amount = item.amount();
        BigDecimal before = item.past().lastAmount();
        if (amount == null || before == null) {
            return Optional.empty();
        }
        BigDecimal limit = before.multiply(factor).max(before.add(minDifference));
        if (amount.compareTo(limit) <= 0) {
            return Optional.empty();
        }
        String why = "The amount jumped from " + Words.amount(before) + " to " + Words.amount(amount)
                + ", above the limit of " + Words.amount(limit) + ".";
        return Optional.of(new Breach(amount, limit, why));
    }
}
