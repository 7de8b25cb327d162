package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.exposure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.exposure.Exposure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CancelledShareAboveTest {

    private static CancelledShareAbove rule(String limit, int minItems) {
        return new CancelledShareAbove("r", "medium", new BigDecimal(limit), minItems, Optional.empty());
    }

    private static Exposure cancelled(long cancelled, long items) {
        return exposure(items, cancelled, "0", null, 1);
    }

    @Test
    void check_above_saysShareAndLimit() {
        assertThat(rule("0.8", 10).check(cancelled(9, 10))).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo("0.9");
            assertThat(breach.limit()).isEqualByComparingTo("0.8");
            assertThat(breach.why()).isEqualTo("9 of 10 items were cancelled: a share of 0.9, above the limit of 0.8.");
        });
    }

    @Test
    void check_exactlyTheLimit_isClear() {
        assertThat(rule("0.9", 10).check(cancelled(9, 10))).isEmpty();
    }

    @Test
    void check_aboveByLessThanIsTold_isABreach() {
        assertThat(rule("0.3333", 1).check(cancelled(1, 3))).isPresent();
        assertThat(rule("0.3334", 1).check(cancelled(1, 3))).isEmpty();
    }

    @Test
    void check_fewItems_isClear() {
        assertThat(rule("0.5", 10).check(cancelled(9, 9))).isEmpty();
        assertThat(rule("0.5", 10).check(cancelled(10, 10))).isPresent();
    }

    @Test
    void check_noItems_isClear() {
        assertThat(rule("0", 1).check(Exposure.NONE)).isEmpty();
    }

    @Test
    void check_within_saysSinceWhen() {
        CancelledShareAbove rule =
                new CancelledShareAbove("r", "low", BigDecimal.ZERO, 1, Optional.of(Duration.ofHours(1)));

        assertThat(rule.check(cancelled(1, 4)))
                .map(Breach::why)
                .hasValue(
                        "1 of 4 items changed in the last hour were cancelled: a share of 0.25, above the limit of 0.");
    }

    @Test
    void new_limitThatIsNoShare_isRefused() {
        assertThatThrownBy(() -> rule("1.01", 1)).hasMessage("limit: 1.01 (expected: 0 .. 1)");
        assertThatThrownBy(() -> rule("-0.01", 1)).hasMessage("limit: -0.01 (expected: 0 .. 1)");
    }

    @Test
    void new_noItemsNeeded_isRefused() {
        assertThatThrownBy(() -> rule("0.5", 0)).hasMessage("min-items: 0 (expected: 1 or more)");
    }
}
