package io.keyfold.risk.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0.00",
        "1E+5, 100000.00",
        "-5, -5.00",
        "0.0050, 0.005",
        "12345678901234567890.10, 12345678901234567890.10"
    })
    void amount_anyForm_isPlainWithCents(String amount, String expected) {
        assertThat(Words.amount(new BigDecimal(amount))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0.00, 0", "1E+2, 100", "0.9000, 0.9", "7, 7"})
    void number_anyForm_isPlainWithoutNeedlessZeros(String number, String expected) {
        assertThat(Words.number(new BigDecimal(number))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M, the last minute",
        "PT10M, the last 10 minutes",
        "PT1H, the last hour",
        "PT90M, the last 90 minutes",
        "PT24H, the last 24 hours"
    })
    void last_wholeMinutes_isInTheUnitThatFits(Duration duration, String expected) {
        assertThat(Words.last(duration)).isEqualTo(expected);
    }
}
