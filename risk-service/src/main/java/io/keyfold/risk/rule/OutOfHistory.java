package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.Item;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An item's amount or quantity is far from the average of its own earlier versions, on either side. An average below zero says
 * nothing.
 *
 * @param id its name
 * @param severity how grave it is
 * @param measure what of the item
 * @param factor so many times the average, and so great a part of it, is still allowed
 * @param minVersions with fewer earlier versions an average says nothing
 */
public record OutOfHistory(String id, String severity, Measure measure, BigDecimal factor, int minVersions)
        implements ItemRule {

    /** What of an item. */
    public enum Measure {
        /** What it costs. */
        AMOUNT,
        /** How many there are. */
        QUANTITY
    }

    /** Of the limit that is told; what is decided is exact. */
    private static final int DIGITS = 4;

    /** Refuses what no such rule has. */
    public OutOfHistory {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        requireNonNull(measure, "measure");
        Allowed.moreThanOne("factor", factor);
        Allowed.oneOrMore("min-versions", minVersions);
    }

    static OutOfHistory of(RuleFields in) {
        return new OutOfHistory(
                in.id(),
                in.severity(),
                in.word("measure", Measure.AMOUNT),
                in.number("factor", Allowed::moreThanOne),
                in.count("min-versions", Allowed::oneOrMore));
    }

    @Override
    public Optional<Breach> check(Item item, long minute) {
        Integer quantity = item.quantity();
        return switch (measure) {
            case AMOUNT ->
                check(item.amount(), item.past().amounts(), item.past().amountSum());
            case QUANTITY ->
                check(
                        quantity == null ? null : BigDecimal.valueOf(quantity),
                        item.past().quantities(),
                        BigDecimal.valueOf(item.past().quantitySum()));
        };
    }

    private Optional<Breach> check(@Nullable BigDecimal value, int versions, BigDecimal sum) {
        if (value == null || versions < minVersions || sum.signum() < 0) {
            return Optional.empty();
        }
        BigDecimal count = BigDecimal.valueOf(versions);
        String average = "the average of its " + (versions == 1 ? "earlier version" : versions + " earlier versions");
        if (value.multiply(count).compareTo(sum.multiply(factor)) > 0) {
            BigDecimal most = sum.multiply(factor).divide(count, DIGITS, RoundingMode.DOWN);
            return breach(value, "more than", most, Words.number(factor) + " times " + average);
        }
        if (value.multiply(count).multiply(factor).compareTo(sum) < 0) {
            BigDecimal least = sum.divide(count.multiply(factor), DIGITS, RoundingMode.UP);
            return breach(value, "less than", least, average + " divided by " + Words.number(factor));
        }
        return Optional.empty();
    }

    private Optional<Breach> breach(BigDecimal value, String side, BigDecimal limit, String meaning) {
        boolean isAmount = measure == Measure.AMOUNT;
        String why = (isAmount ? "The amount is " + Words.amount(value) : "The quantity is " + Words.number(value))
                + ", " + side + " " + (isAmount ? Words.amount(limit) : Words.number(limit)) + ", " + meaning + ".";
        return Optional.of(new Breach(value, limit, why));
    }
}
