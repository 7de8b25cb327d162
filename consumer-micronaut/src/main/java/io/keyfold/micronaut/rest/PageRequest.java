package io.keyfold.micronaut.rest;

import java.util.Optional;

/**
 * Which page of a list is asked for.
 *
 * @param order what comes first
 * @param size rows or groups at the most
 * @param token where it begins; empty for the first page
 */
record PageRequest(Order order, int size, Optional<String> token) {

    static final String ORDER = "order";
    static final String SIZE = "page_size";
    static final String TOKEN = "page_token";

    private static final int USUAL_SIZE = 1_000;

    /** What comes first. */
    enum Order {
        /** The least key. */
        ASC,
        /** The greatest key. */
        DESC,
        /** Of a total: the group with the greatest value. */
        GREATEST
    }

    /**
     * Takes the parameters.
     *
     * @param largest rows or groups that a page may have
     */
    static PageRequest take(Parameters parameters, boolean hasGreatest, int largest) {
        return new PageRequest(
                parameters.take(ORDER).map(text -> order(text, hasGreatest)).orElse(Order.ASC),
                parameters.take(SIZE).map(text -> size(text, largest)).orElse(Math.min(USUAL_SIZE, largest)),
                parameters.take(TOKEN));
    }

    private static Order order(String text, boolean hasGreatest) {
        return switch (text) {
            case "asc" -> Order.ASC;
            case "desc" -> Order.DESC;
            case "greatest" -> {
                if (hasGreatest) {
                    yield Order.GREATEST;
                }
                throw unknown(false);
            }
            default -> throw unknown(hasGreatest);
        };
    }

    private static RuntimeException unknown(boolean hasGreatest) {
        return Parameters.bad(
                ORDER + ": unknown (expected: " + (hasGreatest ? "asc, desc or greatest" : "asc or desc") + ")");
    }

    private static int size(String text, int largest) {
        int size;
        try {
            size = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw Parameters.bad(SIZE + ": no number (expected: 1 .. " + largest + ")");
        }
        if (size < 1 || size > largest) {
            throw Parameters.bad(SIZE + ": " + size + " (expected: 1 .. " + largest + ")");
        }
        return size;
    }
}
