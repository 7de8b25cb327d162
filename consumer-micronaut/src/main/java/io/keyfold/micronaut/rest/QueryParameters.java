package io.keyfold.micronaut.rest;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parameters of a query, each once, decoded once. {@code +} is a blank, as encoders of forms write it; {@code ;} is
 * itself, unlike with the HTTP server's own parser.
 */
public final class QueryParameters {

    private QueryParameters() {}

    /**
     * {@return names and values in the order of the query}
     *
     * @param raw the query as the URL has it, without the question mark; may be empty
     * @throws IllegalArgumentException if a parameter is given twice or is not percent-encoded UTF-8
     */
    public static Map<String, String> parse(String raw) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : raw.split("&", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            String name = decode(equals < 0 ? part : part.substring(0, equals));
            String value = decode(equals < 0 ? "" : part.substring(equals + 1));
            if (parameters.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException(name + ": given twice (expected: once)");
            }
        }
        return parameters;
    }

    private static String decode(String encoded) {
        return PercentEncoding.decode(encoded.replace('+', ' '));
    }
}
