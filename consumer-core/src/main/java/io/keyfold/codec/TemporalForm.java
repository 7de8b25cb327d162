package io.keyfold.codec;

import org.jspecify.annotations.Nullable;

/** Tells texts that surely are dates or times as Flink writes them, without reading them; what it doubts may be one, too. */
final class TemporalForm {

    /** Every month has so many. */
    private static final int SURE_DAYS = 28;

    private static final byte[] NONE = new byte[0];
    private static final int MONTHS = 12;
    private static final int TIME_LENGTH = "10:30:00".length();

    private final char @Nullable [] chars;
    private final byte[] ascii;
    private final int from;
    private final int length;

    TemporalForm(char[] text, int from, int length) {
        this(text, NONE, from, length);
    }

    /** Of ASCII. */
    TemporalForm(byte[] ascii, int from, int length) {
        this(null, ascii, from, length);
    }

    private TemporalForm(char @Nullable [] chars, byte[] ascii, int from, int length) {
        this.chars = chars;
        this.ascii = ascii;
        this.from = from;
        this.length = length;
    }

    private char at(int index) {
        return chars == null ? (char) ascii[index] : chars[index];
    }

    boolean isDate() {
        return length == TemporalText.DATE_LENGTH && isDateAt(from);
    }

    /** With so many digits of a second at most. */
    boolean isTime(int precision) {
        return isTimeAt(from, from + length, precision);
    }

    boolean isDateAndTime(int precision) {
        int parting = from + TemporalText.DATE_LENGTH;
        return length > TemporalText.DATE_LENGTH
                && (at(parting) == ' ' || at(parting) == 'T')
                && isDateAt(from)
                && isTimeAt(parting + 1, from + length, precision);
    }

    boolean isDateAndTimeInUtc(int precision) {
        return length > 0
                && at(from + length - 1) == 'Z'
                && new TemporalForm(chars, ascii, from, length - 1).isDateAndTime(precision);
    }

    private boolean isDateAt(int at) {
        int month = twoAt(at + 5);
        int day = twoAt(at + 8);
        return twoAt(at) >= 0
                && twoAt(at + 2) >= 0
                && twoAt(at) + twoAt(at + 2) > 0
                && at(at + 4) == '-'
                && at(at + 7) == '-'
                && month >= 1
                && month <= MONTHS
                && day >= 1
                && day <= SURE_DAYS;
    }

    private boolean isTimeAt(int at, int end, int precision) {
        int seconds = at + TIME_LENGTH;
        return end >= seconds
                && isBelow(24, twoAt(at))
                && at(at + 2) == ':'
                && isBelow(60, twoAt(at + 3))
                && at(at + 5) == ':'
                && isBelow(60, twoAt(at + 6))
                && (end == seconds || isFraction(seconds, end, precision));
    }

    private static boolean isBelow(int bound, int value) {
        return value >= 0 && value < bound;
    }

    private boolean isFraction(int point, int end, int precision) {
        int digits = end - point - 1;
        if (at(point) != '.' || digits < 1 || digits > precision) {
            return false;
        }
        for (int i = point + 1; i < end; i++) {
            if (at(i) < '0' || at(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The number that two digits are; -1 if they are none. */
    private int twoAt(int at) {
        int tens = at(at) - '0';
        int ones = at(at + 1) - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
    }
}
