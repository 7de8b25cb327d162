package io.keyfold.codec;

/**
 * Strict UTF-8: a lenient decoder maps every bad byte to one character, and two keys could meet in it.
 *
 * <pre>
 * 00..7F
 * C2..DF 80..BF
 * E0     A0..BF 80..BF            E0 80..9F would be a longer form than need be
 * E1..EF 80..BF 80..BF            but ED A0..BF: a surrogate
 * F0     90..BF 80..BF 80..BF     as E0
 * F1..F3 80..BF 80..BF 80..BF
 * F4     80..8F 80..BF 80..BF     beyond are no characters
 * </pre>
 */
final class Utf8 {

    private Utf8() {}

    /** The index of the first byte that is not UTF-8, or -1. */
    static int firstInvalid(byte[] bytes) {
        return firstInvalid(bytes, 0, bytes.length);
    }

    /** The index of the first byte that is not UTF-8, counted from a place in an array, or -1. */
    static int firstInvalid(byte[] bytes, int from, int length) {
        int end = from + length;
        int i = from;
        while (i < end) {
            if (bytes[i] >= 0) {
                i++;
                continue;
            }
            int size = size(bytes[i] & 0xFF);
            if (size == 0 || i + size > end || !isSecond(bytes[i] & 0xFF, bytes[i + 1] & 0xFF)) {
                return i - from;
            }
            for (int more = i + 2; more < i + size; more++) {
                if ((bytes[more] & 0xC0) != 0x80) {
                    return i - from;
                }
            }
            i += size;
        }
        return -1;
    }

    /** How many bytes a character takes that begins so; 0 if none does. */
    private static int size(int first) {
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }

    private static boolean isSecond(int first, int second) {
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }
}
