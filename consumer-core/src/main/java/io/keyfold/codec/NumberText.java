package io.keyfold.codec;

/** Tells texts that would be JSON numbers without their quotes. */
final class NumberText {

    /** As the reader of JSON has it for numbers. */
    private static final int MAX_LENGTH = 1_000;

    private final String text;
    private int at;

    private NumberText(String text) {
        this.text = text;
    }

    static boolean isNumber(String text) {
        return text.length() <= MAX_LENGTH && new NumberText(text).isWhole();
    }

    /** Of one that is a number: whether it has neither a fraction nor an exponent. */
    static boolean isInteger(String number) {
        return number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0;
    }

    /** {@code -? (0 | 1..9 digits) (. digits)? ([eE] [+-]? digits)?}. */
    private boolean isWhole() {
        skip("-");
        if (!skip("0") && !skipDigits()) {
            return false;
        }
        if (skip(".") && !skipDigits()) {
            return false;
        }
        if (skip("eE")) {
            skip("+-");
            if (!skipDigits()) {
                return false;
            }
        }
        return at == text.length();
    }

    private boolean skip(String oneOf) {
        boolean is = at < text.length() && oneOf.indexOf(text.charAt(at)) >= 0;
        at += is ? 1 : 0;
        return is;
    }

    private boolean skipDigits() {
        int from = at;
        while (skip("0123456789")) {
            // on
        }
        return at > from;
    }
}
