package io.keyfold.config;

/**
 * What a record may cost to read. One beyond it is a bad record, live and on a restore; rows that were read before limits were
 * lowered can be read still.
 *
 * @param depth how deep objects and arrays may lie in one another; at least 1
 * @param numberLength characters of a number, also of an undeclared column; at least 20
 * @param textLength characters of a declared column's text; at least 1. That of an undeclared one is passed over, and bounded
 *     by {@code valueBytes} alone
 * @param keyBytes bytes of a key; at least 1. The store is not made for keys of megabytes
 * @param valueBytes bytes of a value; at least 1
 */
public record JsonLimits(int depth, int numberLength, int textLength, int keyBytes, int valueBytes) {

    /** 100 levels, numbers of 1,000 and texts of 20,000,000 characters, keys of 64 KiB and values of 64 MiB. */
    public static final JsonLimits DEFAULTS = new JsonLimits(100, 1_000, 20_000_000, 64 << 10, 64 << 20);

    private static final int LONGEST_LONG = 20;

    /** Refuses limits that no row could keep. */
    public JsonLimits {
        require("depth", depth, 1);
        require("numberLength", numberLength, LONGEST_LONG);
        require("textLength", textLength, 1);
        require("keyBytes", keyBytes, 1);
        require("valueBytes", valueBytes, 1);
    }

    private static void require(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + " or more)");
        }
    }
}
