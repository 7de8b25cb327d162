package io.keyfold.risk.rule;

import static io.keyfold.risk.rule.Given.exposure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.rule.ExposureAbove.Measure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExposureAboveTest {

    private static ExposureAbove rule(Measure measure, String limit) {
        return new ExposureAbove("r", "high", measure, new BigDecimal(limit), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPEN_AMOUNT  | 1234.49 | 1234.5 | The open amount is 1234.50, above the limit of 1234.49.",
                "ITEMS        | 6       | 7      | There are 7 items, above the limit of 6.",
                "LARGEST_ITEM | 999.99  | 1000   | The largest item costs 1000.00, above the limit of 999.99.",
                "DISTINCT_SKUS | 4      | 5      | There are 5 different SKUs, above the limit of 4.",
            })
    void check_above_saysValueAndLimit(Measure measure, String limit, String value, String why) {
        Exposure exposure = exposure(7, 1, "1234.5", "1E+3", 5);

        assertThat(rule(measure, limit).check(exposure)).hasValueSatisfying(breach -> {
            assertThat(breach.value()).isEqualByComparingTo(value);
            assertThat(breach.limit()).isEqualByComparingTo(limit);
            assertThat(breach.why()).isEqualTo(why);
        });
    }

    @ParameterizedTest
    @CsvSource({"OPEN_AMOUNT, 1234.50", "ITEMS, 7", "LARGEST_ITEM, 1000", "DISTINCT_SKUS, 5"})
    void check_exactlyTheLimit_isClear(Measure measure, String limit) {
        assertThat(rule(measure, limit).check(exposure(7, 1, "1234.5", "1E+3", 5)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"OPEN_AMOUNT", "ITEMS", "LARGEST_ITEM", "DISTINCT_SKUS"})
    void check_noItems_isClear(Measure measure) {
        assertThat(rule(measure, "0").check(Exposure.NONE)).isEmpty();
    }

    @Test
    void check_within_saysSinceWhen() {
        ExposureAbove rule =
                new ExposureAbove("r", "low", Measure.ITEMS, BigDecimal.ONE, Optional.of(Duration.ofMinutes(90)));

        assertThat(rule.check(exposure(2, 0, "0", null, 1)))
                .map(Breach::why)
                .hasValue("There are 2 items, above the limit of 1 (items changed in the last 90 minutes).");
    }

    @Test
    void new_limitBelowZero_isRefused() {
        assertThatThrownBy(() -> rule(Measure.ITEMS, "-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit: -1 (expected: 0 or more)");
    }

    @ParameterizedTest
    @CsvSource({"PT0S", "PT59S", "PT1M30S", "PT24H1M", "PT-1M"})
    void new_withinThatIsNoWholeMinutes_isRefused(Duration within) {
        assertThatThrownBy(() -> new ExposureAbove("r", "low", Measure.ITEMS, BigDecimal.ONE, Optional.of(within)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("within: " + within + " (expected: whole minutes, 1m .. 24h)");
    }

    @Test
    void new_idOrSeverityThatNobodyKnows_isRefused() {
        assertThatThrownBy(() -> new ExposureAbove("Open", "low", Measure.ITEMS, BigDecimal.ONE, Optional.empty()))
                .hasMessage("id: Open (expected: 1 .. 64 of a-z, 0-9 and -)");
        assertThatThrownBy(() -> new ExposureAbove("open", "grave", Measure.ITEMS, BigDecimal.ONE, Optional.empty()))
                .hasMessage("severity: grave (expected: low, medium or high)");
    }
}
