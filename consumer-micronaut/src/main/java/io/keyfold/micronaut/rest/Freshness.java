package io.keyfold.micronaut.rest;

import io.keyfold.row.PartitionPosition;
import io.keyfold.store.ReadOptions;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fresh an answer must be, and how long the caller waits for one.
 *
 * @param options what the table is asked with: anywhere, and with the caller's bounds
 * @param patience how long to ask again while there is no answer; zero for not at all
 */
record Freshness(ReadOptions options, Duration patience) {

    static final String MAX_STALENESS = "max-staleness";
    static final String MIN_POSITION = "min-position";
    static final String WAIT = "wait";
    /** The parameters, as a refusal lists them. */
    static final String NAMES = MAX_STALENESS + ", " + MIN_POSITION + ", " + WAIT;

    /** Anything that is known now. */
    static final Freshness NOW = new Freshness(ReadOptions.ANYWHERE, Duration.ZERO);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final Duration MOST_STALE = Duration.ofDays(1);
    private static final Pattern SHORT_FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Pattern POSITION = Pattern.compile("(.+)-([0-9]{1,9})@([0-9]{1,18})");

    /**
     * Takes the parameters.
     *
     * @param topic the table's
     * @param partitionCount asked only if a position is given; 0 if it is not known
     */
    static Freshness take(Parameters parameters, String topic, Supplier<Integer> partitionCount) {
        if (parameters.isEmpty()) {
            return NOW;
        }
        Optional<Duration> staleness = parameters.take(MAX_STALENESS).map(text -> duration(MAX_STALENESS, text));
        Optional<List<PartitionPosition>> positions =
                parameters.take(MIN_POSITION).map(text -> positions(text, topic, partitionCount.get()));
        Duration wait = parameters.take(WAIT).map(text -> duration(WAIT, text)).orElse(Duration.ZERO);
        if (wait.compareTo(LONGEST_WAIT) > 0) {
            throw Parameters.bad(WAIT + ": longer than " + LONGEST_WAIT.toSeconds() + "s (expected: 0s .. "
                    + LONGEST_WAIT.toSeconds() + "s)");
        }
        if (staleness.isPresent() && staleness.get().isZero()) {
            throw Parameters.bad(MAX_STALENESS + ": zero (expected: more, such as 5s)");
        }
        if (staleness.isPresent() && staleness.get().compareTo(MOST_STALE) > 0) {
            throw Parameters.bad(
                    MAX_STALENESS + ": more than a day (expected: " + MOST_STALE.toHours() + "h at the most)");
        }
        if (staleness.isEmpty() && positions.isEmpty() && wait.isZero()) {
            return NOW;
        }
        ReadOptions options = ReadOptions.ANYWHERE;
        options = staleness.isPresent() ? options.maxStaleness(staleness.get()) : options;
        options = positions.isPresent() ? options.atLeast(positions.get()) : options;
        return new Freshness(options, wait);
    }

    private static Duration duration(String name, String text) {
        Matcher form = SHORT_FORM.matcher(text);
        if (form.matches()) {
            long count = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofHours(count);
            };
        }
        try {
            Duration duration = Duration.parse(text);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // told below, as a negative one is
        }
        throw Parameters.bad(name + ": no duration (expected: one such as 500ms, 5s or PT5S)");
    }

    private static List<PartitionPosition> positions(String text, String topic, int partitionCount) {
        List<PartitionPosition> positions = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            Matcher form = POSITION.matcher(one.strip());
            if (!form.matches()) {
                throw Parameters.bad(MIN_POSITION + ": another form (expected: <topic>-<partition>@<position>, as "
                        + RowHeaders.AS_OF + " has it, separated by commas)");
            }
            if (!form.group(1).equals(topic)) {
                throw Parameters.bad(MIN_POSITION + ": of another topic (expected: " + topic + ")");
            }
            int partition = Integer.parseInt(form.group(2));
            if (partitionCount > 0 && partition >= partitionCount) {
                throw Parameters.bad(
                        MIN_POSITION + ": partition " + partition + " (expected: 0 .. " + (partitionCount - 1) + ")");
            }
            if (positions.stream().anyMatch(other -> other.partition() == partition)) {
                throw Parameters.bad(MIN_POSITION + ": partition " + partition + " twice (expected: each once)");
            }
            positions.add(new PartitionPosition(topic, partition, Long.parseLong(form.group(3))));
        }
        return positions;
    }
}
