package io.keyfold.risk.rule;

import java.math.BigDecimal;
import java.time.Duration;

/** How rules speak of numbers and times to a person. */
final class Words {

    private static final int CENTS = 2;
    private static final int MINUTES_AN_HOUR = 60;

    private Words() {}

    /** {@return an amount in plain notation with cents, such as {@code 50000.00}} */
    static String amount(BigDecimal amount) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.setScale(Math.max(CENTS, stripped.scale())).toPlainString();
    }

    /** {@return a number in plain notation without needless zeros, such as {@code 0.9}} */
    static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** {@return a time before now, such as {@code the last 90 minutes}} */
    static String last(Duration duration) {
        long minutes = duration.toMinutes();
        boolean inHours = minutes % MINUTES_AN_HOUR == 0;
        long many = inHours ? minutes / MINUTES_AN_HOUR : minutes;
        String unit = inHours ? "hour" : "minute";
        return many == 1 ? "the last " + unit : "the last " + many + " " + unit + "s";
    }
}
