package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a table may answer while it is written: for each key a value that was written for it, byte for byte, never one older than
 * was seen before. For one thread.
 */
final class RestModel {

    private static final Pattern VALUE = Pattern.compile("\"value\":(\\{[^{}]*})");
    private static final Pattern COLUMNS =
            Pattern.compile("\\{\"order_id\":\"([^\"]*)\",\"item_id\":\"([^\"]*)\",.*\"update_time\":\"([^\"]*)\"}");

    private final Traffic traffic;
    private final long[] seen;

    RestModel(Traffic traffic) {
        this.traffic = traffic;
        this.seen = new long[traffic.keys()];
    }

    /**
     * {@return the keys of the rows in a reply}
     *
     * @param begun the record behind the last that may have been written
     * @throws IllegalStateException if one of the rows is wrong
     */
    List<Integer> check(String reply, long begun) {
        List<Integer> keys = new ArrayList<>();
        Matcher values = VALUE.matcher(reply);
        while (values.find()) {
            keys.add(checkValue(values.group(1), begun));
        }
        return keys;
    }

    private int checkValue(String value, long begun) {
        Matcher columns = COLUMNS.matcher(value);
        if (columns.matches()) {
            try {
                int key = Traffic.key(columns.group(1), columns.group(2));
                long record =
                        Traffic.record(LocalDateTime.parse(columns.group(3).replace(' ', 'T')));
                if (record >= 0
                        && record < begun
                        && record >= seen[key]
                        && traffic.key(record) == key
                        && value.equals(new String(traffic.value(record), UTF_8))) {
                    seen[key] = record;
                    return key;
                }
            } catch (IndexOutOfBoundsException | NumberFormatException | DateTimeParseException e) {
                // Said below: it is of no record.
            }
        }
        throw new IllegalStateException(
                "Wrong answer: a row is none that was written for its key, or older than before (seed " + traffic.seed()
                        + ")");
    }

    /** {@return the record whose value a key had when it was last checked} */
    long seen(int key) {
        return seen[key];
    }

    /** {@return the last of the records before this one, by key} */
    long[] last(long end) {
        long[] last = new long[traffic.keys()];
        for (long record = 0; record < end; record++) {
            last[traffic.key(record)] = record;
        }
        return last;
    }
}
