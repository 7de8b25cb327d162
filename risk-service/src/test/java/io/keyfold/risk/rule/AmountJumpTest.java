package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.amounts;
import static io.keyfold.risk.rule.Given.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.item.Past;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AmountJumpTest {

    private static final AmountJump RULE = new AmountJump("r", "high", new BigDecimal("3"), new BigDecimal("50.00"));

    private static Optional<Breach> jump(String before, @Nullable String amount) {
        return RULE.check(item(amount, 1, amounts(before)), 100);
    }

    @Test
    void check_manyTimesAndMuchMore_saysBothAmounts() {
        assertThat(jump("100.00", "300.01")).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("300.01");
            assertThat(breach.limit()).isEqualByComparingTo("300");
            assertThat(breach.why()).isEqualTo("The amount jumped from 100.00 to 300.01, above the limit of 300.00.");
        });
    }

    @Test
    void check_exactlyTheFactor_isClear() {
        assertThat(jump("100.00", "300.00")).isEmpty();
    }

    @Test
    void check_manyTimesButNotMuchMore_isClear() {
        assertThat(jump("0.01", "50.01")).isEmpty();
        assertThat(jump("0.01", "50.02"))
                .map(Breach::why)
                .hasValue("The amount jumped from 0.01 to 50.02, above the limit of 50.01.");
    }

    @Test
    void check_jumpDown_isNone() {
        assertThat(jump("900.00", "1.00")).isEmpty();
    }

    @Test
    void check_amountBelowZeroBefore_needsTheDifference() {
        assertThat(jump("-100.00", "-60.00")).isEmpty();
        assertThat(jump("-100.00", "-40.00")).isPresent();
    }

    @Test
    void check_severalVersions_comparesWithTheLast() {
        assertThat(RULE.check(item("400.00", 1, amounts("1.00", "200.00")), 100))
                .isEmpty();
    }

    @Test
    void check_noAmountNowOrBefore_isClear() {
        assertThat(jump("1.00", null)).isEmpty();
        assertThat(RULE.check(item("900.00", 1, Past.NONE), 100)).isEmpty();
    }

    @Test
    void new_wrongSettings_areRefused() {
        assertThatThrownBy(() -> new AmountJump("r", "high", BigDecimal.ONE, BigDecimal.ZERO))
                .hasMessage("factor: 1 (expected: more than 1)");
        assertThatThrownBy(() -> new AmountJump("r", "high", BigDecimal.TEN, new BigDecimal("-1")))
                .hasMessage("min-difference: -1 (expected: 0 or more)");
    }
}
