package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.amounts;
import static io.keyfold.risk.rule.Given.item;
import static io.keyfold.risk.rule.Given.quantities;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.Past;
import io.keyfold.risk.rule.OutOfHistory.Measure;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OutOfHistoryTest {

    private static final long NOW = 100;

    private static Optional<Breach> check(Measure measure, String factor, int minVersions, Item item) {
        return new OutOfHistory("r", "low", measure, new BigDecimal(factor), minVersions).check(item, NOW);
    }

    @Test
    void check_amountFarAbove_saysAmountAndLimit() {
        Item item = item("501.00", 1, amounts("100.00", "100.00", "100.00"));

        assertThat(check(Measure.AMOUNT, "5", 3, item)).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("501");
            assertThat(breach.limit()).isEqualByComparingTo("500");
            assertThat(breach.why())
                    .isEqualTo(
                            "The amount is 501.00, more than 500.00, 5 times the average of its 3 earlier versions.");
        });
    }

    @Test
    void check_amountFarBelow_saysAmountAndLimit() {
        Item item = item("19.99", 1, amounts("100.00"));

        assertThat(check(Measure.AMOUNT, "5", 1, item)).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("19.99");
            assertThat(breach.limit()).isEqualByComparingTo("20");
            assertThat(breach.why())
                    .isEqualTo(
                            "The amount is 19.99, less than 20.00, the average of its earlier version divided by 5.");
        });
    }

    @Test
    void check_quantity_isThatOfTheItemAlone() {
        Item item = item("1.00", 11, quantities(2, 2));

        assertThat(check(Measure.QUANTITY, "5", 2, item))
                .map(Breach::why)
                .hasValue("The quantity is 11, more than 10, 5 times the average of its 2 earlier versions.");
        assertThat(check(Measure.AMOUNT, "5", 2, item)).isEmpty();
    }

    @Test
    void check_exactlyOnEitherSide_isClear() {
        Past past = amounts("100.00", "200.00");

        assertThat(check(Measure.AMOUNT, "3", 1, item("450.00", 1, past))).isEmpty();
        assertThat(check(Measure.AMOUNT, "3", 1, item("50.00", 1, past))).isEmpty();
    }

    /** The average of 0.01, 0.01 and 0.00 has no end in decimals. */
    @Test
    void check_averageWithoutEnd_isExact() {
        Past past = amounts("0.01", "0.01", "0.00");

        assertThat(check(Measure.AMOUNT, "3", 1, item("0.02", 1, past))).isEmpty();
        assertThat(check(Measure.AMOUNT, "2.9999999", 1, item("0.02", 1, past)))
                .hasValueSatisfying(breach -> assertThat(breach.limit()).isEqualByComparingTo("0.0199"));
    }

    @Test
    void check_fewVersions_isClear() {
        assertThat(check(Measure.AMOUNT, "2", 2, item("900.00", 1, amounts("1.00"))))
                .isEmpty();
        assertThat(check(Measure.AMOUNT, "2", 1, item("900.00", 1, Past.NONE))).isEmpty();
    }

    @Test
    void check_itemThatDoesNotSay_isClear() {
        assertThat(check(Measure.AMOUNT, "2", 1, item(null, 1, amounts("1.00"))))
                .isEmpty();
        assertThat(check(Measure.QUANTITY, "2", 1, item("1.00", null, quantities(1))))
                .isEmpty();
    }

    @Test
    void check_averageOfZero_leavesZeroAlone() {
        assertThat(check(Measure.AMOUNT, "2", 1, item("0.00", 1, amounts("0.00"))))
                .isEmpty();
        assertThat(check(Measure.AMOUNT, "2", 1, item("0.01", 1, amounts("0.00"))))
                .isPresent();
    }

    @Test
    void check_averageBelowZero_saysNothing() {
        assertThat(check(Measure.AMOUNT, "2", 1, item("-10.00", 1, amounts("-10.00"))))
                .isEmpty();
    }

    @Test
    void new_factorOfOne_isRefused() {
        assertThatThrownBy(() -> new OutOfHistory("r", "low", Measure.AMOUNT, BigDecimal.ONE, 1))
                .hasMessage("factor: 1 (expected: more than 1)");
    }

    @Test
    void new_noVersionsNeeded_isRefused() {
        assertThatThrownBy(() -> new OutOfHistory("r", "low", Measure.AMOUNT, BigDecimal.TEN, 0))
                .hasMessage("min-versions: 0 (expected: 1 or more)");
    }
}
