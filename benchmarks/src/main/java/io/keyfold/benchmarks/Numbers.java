package io.keyfold.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a child has measured, as one line: {@code name=number name=number ...}.
 *
 * @param byName the numbers
 */
record Numbers(Map<String, Long> byName) {

    /** How many records were timed. */
    static final String RECORDS = "records";

    /** How long they took, in ns. */
    static final String NANOS = "nanos";

    /** How many of them a restore brought. */
    static final String RESTORED = "restored";

    /** When all was done, in ms of the wall clock. */
    static final String DONE_AT_MS = "doneAtMs";

    /** Copies the map. */
    Numbers {
        byName = Map.copyOf(byName);
    }

    static Numbers parse(String line) {
        Map<String, Long> numbers = new HashMap<>();
        for (String number : line.split(" ", -1)) {
            String[] parts = number.split("=", 2);
            numbers.put(parts[0], Long.parseLong(parts[1]));
        }
        return new Numbers(numbers);
    }

    long of(String name) {
        return requireNonNull(byName.get(name), name);
    }

    /** {@return records a second} */
    long rate() {
        return Rates.aSecond(of(RECORDS), of(NANOS));
    }

    @Override
    public String toString() {
        return new TreeMap<>(byName)
                .entrySet().stream()
                        .map(number -> number.getKey() + "=" + number.getValue())
                        .collect(Collectors.joining(" "));
    }
}
