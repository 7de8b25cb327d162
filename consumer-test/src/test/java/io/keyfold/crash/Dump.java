package io.keyfold.crash;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a child has, or should have.
 *
 * @param rows by table and key, {@code value @ partition-offset}
 * @param marks by table and key, the bad record's {@code partition-offset}
 * @param subscribed by table and key, the value that the subscriber was told
 * @param perUser sum of quantities, without those that are 0
 * @param joined by the item's key
 * @param projected by name, the lines of each index and total of the items that is complete
 * @param uncounted by table, records read that are in no other counter
 */
record Dump(
        Map<String, Map<String, String>> rows,
        Map<String, Map<String, String>> marks,
        Map<String, Map<String, String>> subscribed,
        Map<String, Long> perUser,
        Map<String, String> joined,
        Map<String, List<String>> projected,
        Map<String, Long> uncounted) {

    private static final ObjectMapper JSON = new ObjectMapper();

    Dump() {
        this(
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>());
    }

    static Dump read(Path file) {
        try {
            return JSON.readValue(file.toFile(), Dump.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Path file) {
        try {
            JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), this);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
