package io.keyfold.codec;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times as Flink spells them, read strictly: fixed widths, a fraction of 1 to 9 digits, no 30 February.
 *
 * <p>Reading is lenient in one thing only: date and time may be parted by a blank or by T, whatever the contract says.
 */
final class TemporalText {

    static final int DATE_LENGTH = "2024-01-15".length();
    private static final int TIME_LENGTH = "10:30:00".length();
    private static final int MAX_FRACTION = 9;

    private final String text;

    TemporalText(String text) {
        this.text = text;
    }

    /** A date and a time, and what follows: Z or an offset such as +08:00, +0800 or +08; null if nothing does. */
    record DateAndTime(LocalDateTime local, @Nullable ZoneOffset offset) {}

    LocalDate date() {
        require(text.length() == DATE_LENGTH);
        return dateAt(0);
    }

    LocalTime time() {
        return timeAt(0, text.length());
    }

    DateAndTime dateAndTime() {
        require(text.length() > DATE_LENGTH);
        char parting = text.charAt(DATE_LENGTH);
        require(parting == ' ' || parting == 'T');
        int end = DATE_LENGTH + 1;
        while (end < text.length() && "Z+-".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        LocalDateTime local = LocalDateTime.of(dateAt(0), timeAt(DATE_LENGTH + 1, end));
        return new DateAndTime(local, end == text.length() ? null : offsetAt(end));
    }

    private ZoneOffset offsetAt(int at) {
        int length = text.length() - at;
        char sign = text.charAt(at);
        if (sign == 'Z') {
            require(length == 1);
            return ZoneOffset.UTC;
        }
        boolean hasColon = length == "+08:00".length() && text.charAt(at + 3) == ':';
        require(hasColon || length == "+0800".length() || length == "+08".length());
        int hours = digits(at + 1, at + 3);
        int minutes = length == "+08".length() ? 0 : digits(text.length() - 2, text.length());
        return sign == '-' ? ZoneOffset.ofHoursMinutes(-hours, -minutes) : ZoneOffset.ofHoursMinutes(hours, minutes);
    }

    private LocalDate dateAt(int at) {
        require(text.charAt(at + 4) == '-' && text.charAt(at + 7) == '-');
        return LocalDate.of(digits(at, at + 4), digits(at + 5, at + 7), digits(at + 8, at + 10));
    }

    private LocalTime timeAt(int at, int end) {
        int seconds = at + TIME_LENGTH;
        require(end >= seconds && text.charAt(at + 2) == ':' && text.charAt(at + 5) == ':');
        int nanos = 0;
        if (end > seconds) {
            int fraction = end - seconds - 1;
            require(text.charAt(seconds) == '.' && fraction >= 1 && fraction <= MAX_FRACTION);
            nanos = digits(seconds + 1, end);
            for (int i = fraction; i < MAX_FRACTION; i++) {
                nanos *= 10;
            }
        }
        return LocalTime.of(digits(at, at + 2), digits(at + 3, at + 5), digits(at + 6, seconds), nanos);
    }

    private int digits(int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            require(c >= '0' && c <= '9');
            value = value * 10 + (c - '0');
        }
        return value;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new DateTimeException("not the expected form");
        }
    }

    /** The time with seconds always, the fraction without its trailing zeros. */
    @SuppressWarnings("JavaLocalTimeGetNano") // the fraction alone
    static String of(LocalTime time) {
        StringBuilder text = new StringBuilder(18);
        two(text, time.getHour()).append(':');
        two(text, time.getMinute()).append(':');
        two(text, time.getSecond());
        if (time.getNano() > 0) {
            String fraction = String.format("%09d", time.getNano());
            int end = fraction.length();
            while (fraction.charAt(end - 1) == '0') {
                end--;
            }
            text.append('.').append(fraction, 0, end);
        }
        return text.toString();
    }

    private static StringBuilder two(StringBuilder text, int value) {
        return (value < 10 ? text.append('0') : text).append(value);
    }
}
