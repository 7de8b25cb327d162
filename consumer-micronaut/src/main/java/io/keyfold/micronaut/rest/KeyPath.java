package io.keyfold.micronaut.rest;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Key values as a path: {@code A%2F10/I02} is {@code A/10} and {@code I02}. An empty segment is an empty text. */
final class KeyPath {

    private KeyPath() {}

    /**
     * {@return the key texts of a path}
     *
     * @param encoded segments as the URL has them, not yet decoded
     * @throws IllegalArgumentException if a segment is not percent-encoded UTF-8
     */
    static List<String> parse(String encoded) {
        return Arrays.stream(encoded.split("/", -1))
                .map(PercentEncoding::decode)
                .toList();
    }

    /** {@return the path of key texts} */
    static String format(List<String> texts) {
        return texts.stream().map(PercentEncoding::encode).collect(Collectors.joining("/"));
    }

    /** {@return whether the path survives clients and proxies, which drop {@code .}, {@code ..} and empty segments} */
    static boolean isSafe(List<String> texts) {
        return texts.stream().noneMatch(text -> text.isEmpty() || text.equals(".") || text.equals(".."));
    }
}
