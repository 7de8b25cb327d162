package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowChange;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How far a reader has come in the changes of a table, partition by partition.
 *
 * <p>As text, in the order of partitions, <code>0@1843.9f8e7d6c.17,3@77.0a1b2c3d.4</code>: partition, position, the log's id in hex,
 * the sequence in that log; {@code now} for none.
 *
 * @param partitions where it is in each; a partition that is not named begins now
 */
public record ChangeCursor(SortedMap<Integer, At> partitions) {

    /** From now on, in all partitions. */
    public static final ChangeCursor NOW = new ChangeCursor(new TreeMap<>());

    private static final String NOW_TEXT = "now";
    private static final int LONGEST_ECHO = 60;
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})@([0-9]{1,18})\\.([0-9a-f]{8})\\.([0-9]{1,18})");

    /**
     * Where a reader is in one partition.
     *
     * @param position the next offset: all changes below it have been told, or are in the rows that were read since
     * @param log which log of the partition this is a place in: another one after each move and each restart
     * @param sequence how many changes of that log lie behind
     */
    public record At(long position, int log, long sequence) {

        /** Refuses what is no place. */
        public At {
            if (position < 0 || sequence < 0) {
                throw new IllegalArgumentException(
                        "at: " + position + ", " + sequence + " (expected: position and sequence 0 or more)");
            }
        }

        @Override
        public String toString() {
            return String.format("%d.%08x.%d", position, log, sequence);
        }
    }

    /** Copies the map. */
    public ChangeCursor {
        partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    }

    /**
     * Reads one.
     *
     * @param text what {@link #toString()} gave
     * @throws IllegalArgumentException if it has another form
     */
    public static ChangeCursor parse(String text) {
        if (requireNonNull(text, "text").equals(NOW_TEXT)) {
            return NOW;
        }
        TreeMap<Integer, At> partitions = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            Matcher form = FORM.matcher(part);
            if (!form.matches() || (!partitions.isEmpty() && partitions.lastKey() >= number(form, 1))) {
                throw new IllegalArgumentException(
                        "cursor: " + (part.length() > LONGEST_ECHO ? part.substring(0, LONGEST_ECHO) + "…" : part)
                                + " (expected: partition@position.log.sequence, more behind commas by partition, or "
                                + NOW_TEXT + ")");
            }
            partitions.put(
                    (int) number(form, 1),
                    new At(number(form, 2), Integer.parseUnsignedInt(form.group(3), 16), number(form, 4)));
        }
        return new ChangeCursor(partitions);
    }

    private static long number(Matcher form, int group) {
        return Long.parseLong(form.group(group));
    }

    /**
     * {@return where it is in a partition; empty if that begins now}
     *
     * @param partition the partition
     */
    public Optional<At> at(int partition) {
        return Optional.ofNullable(partitions.get(partition));
    }

    /**
     * {@return the same cursor, elsewhere in one partition}
     *
     * @param partition the partition
     * @param at where it is there
     */
    public ChangeCursor with(int partition, At at) {
        TreeMap<Integer, At> others = new TreeMap<>(partitions);
        others.put(partition, requireNonNull(at, "at"));
        return new ChangeCursor(others);
    }

    /**
     * {@return the same cursor, without one partition}
     *
     * @param partition the partition
     */
    public ChangeCursor without(int partition) {
        TreeMap<Integer, At> others = new TreeMap<>(partitions);
        others.remove(partition);
        return new ChangeCursor(others);
    }

    /**
     * {@return the cursor after a change that comes next in a partition which the cursor names}
     *
     * @param change the change
     */
    public ChangeCursor after(RowChange<?> change) {
        int partition = change.position().partition();
        At at = at(partition)
                .orElseThrow(() -> new IllegalArgumentException(
                        "change: " + change + " (expected: one of partitions " + partitions.keySet() + ")"));
        long position = Math.max(at.position(), change.position().offset() + 1);
        return with(partition, new At(position, at.log(), at.sequence() + 1));
    }

    /** {@return the cursor as text, which {@link #parse} reads} */
    @Override
    public String toString() {
        return partitions.isEmpty()
                ? NOW_TEXT
                : partitions.entrySet().stream().map(ChangeCursor::text).collect(Collectors.joining(","));
    }

    private static String text(Map.Entry<Integer, At> entry) {
        return entry.getKey() + "@" + entry.getValue();
    }
}
