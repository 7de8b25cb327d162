package io.keyfold.micronaut.config;

import io.keyfold.config.JsonLimits;
import java.util.List;
import java.util.Map;

/** A table's limits as the user set them: {@code limits.depth} and so on; what is not set is as by default. */
final class ConfiguredLimits {

    static final String PREFIX = "limits.";

    static final List<String> NAMES = List.of(
            PREFIX + "depth",
            PREFIX + "number-length",
            PREFIX + "text-length",
            PREFIX + "key-bytes",
            PREFIX + "value-bytes");

    private final Map<String, String> settings;

    private ConfiguredLimits(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the one that is no number or too low
     */
    static JsonLimits in(Map<String, String> settings) {
        ConfiguredLimits limits = new ConfiguredLimits(settings);
        JsonLimits usual = JsonLimits.DEFAULTS;
        return new JsonLimits(
                limits.number(0, usual.depth()),
                limits.number(1, usual.numberLength()),
                limits.number(2, usual.textLength()),
                limits.number(3, usual.keyBytes()),
                limits.number(4, usual.valueBytes()));
    }

    private int number(int index, int usual) {
        String text = settings.get(NAMES.get(index));
        if (text == null) {
            return usual;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(NAMES.get(index) + ": " + text + " (expected: a whole number)", e);
        }
    }
}
