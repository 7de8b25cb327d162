package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.KeyCodec;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.store.KeyBytes;
import io.keyfold.store.KeyRange;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.Listing;
import io.keyfold.store.Lookup;
import io.keyfold.store.TableReads;
import io.keyfold.store.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers questions about one table out of its store. Safe for many threads. */
public final class TableQueries {

    /** The most keys of one question. */
    public static final int MAX_KEYS = 1_000;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final TableReads store;
    private final KeyCodec keys;

    /**
     * Queries of a table.
     *
     * @param store what is asked
     * @param keys its keys
     */
    public TableQueries(TableReads store, KeyCodec keys) {
        this.store = store;
        this.keys = keys;
    }

    /**
     * {@return the row of a key: found, absent, not ready or elsewhere}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public Answer<RowJson> get(RowKey key) {
        KeyBytes bytes = bytes(requireNonNull(key, "key"));
        return answer(bytes, store.get(bytes));
    }

    /**
     * {@return the row of a key, if there is one and it can be told at once}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public Optional<Answer<RowJson>> peek(RowKey key) {
        KeyBytes bytes = bytes(requireNonNull(key, "key"));
        return store.peek(bytes).map(lookup -> answer(bytes, lookup));
    }

    /**
     * {@return the row of each key, in the order of the keys}
     *
     * @param asked at most {@value #MAX_KEYS} keys
     * @throws IllegalArgumentException if there are more, or a value does not fit its column
     */
    public List<Answer<RowJson>> getAll(List<RowKey> asked) {
        if (requireNonNull(asked, "asked").size() > MAX_KEYS) {
            throw new IllegalArgumentException("keys: " + asked.size() + " (expected: 0 .. " + MAX_KEYS + ")");
        }
        List<KeyBytes> bytes = asked.stream().map(this::bytes).toList();
        List<Lookup> lookups = store.getAll(bytes);
        List<Answer<RowJson>> answers = new ArrayList<>(bytes.size());
        for (int i = 0; i < bytes.size(); i++) {
            answers.add(answer(bytes.get(i), lookups.get(i)));
        }
        return answers;
    }

    /**
     * {@return one page of rows in key order}
     *
     * @param scan which rows, in which direction, after which, how many
     * @throws IllegalArgumentException if a value does not fit its column, or {@code to} or {@code after} its range
     */
    public Page<RowJson> scan(Scan scan) {
        Listing listing = store.list(range(requireNonNull(scan, "scan")), scan.limit());
        List<Row<RowJson>> rows = listing.rows().stream()
                .map(entry -> listing.row(entry, keys.key(entry.storageKey())))
                .toList();
        Optional<RowKey> next =
                listing.hasMore() ? Optional.of(rows.get(rows.size() - 1).key()) : Optional.empty();
        return new Page<>(
                rows,
                next,
                listing.asOf(),
                missing(listing.missing()),
                stale(listing.marks()),
                waiting(listing.marks()),
                standby(listing.marks()));
    }

    /**
     * {@return how many rows a scan would give, counted up to its limit}
     *
     * @param scan which rows, in which direction, after which, how many to count at the most
     * @throws IllegalArgumentException if a value does not fit its column, or {@code to} or {@code after} its range
     */
    public RowCount count(Scan scan) {
        Tally tally = store.count(range(requireNonNull(scan, "scan")), scan.limit());
        return new RowCount(
                tally.rows(),
                tally.last().map(keys::key),
                tally.asOf(),
                missing(tally.missing()),
                stale(tally.marks()),
                waiting(tally.marks()),
                standby(tally.marks()));
    }

    private KeyBytes bytes(RowKey key) {
        return new KeyBytes(keys.routingKey(key), keys.storageKey(key));
    }

    /** The row's key is read from the bytes: there a decimal has its column's scale, which the caller's need not have. */
    private Answer<RowJson> answer(KeyBytes key, Lookup lookup) {
        if (lookup instanceof Lookup.Unavailable unavailable) {
            return new Answer.NotReady<>(unavailable.reason(), RETRY_AFTER);
        }
        if (lookup instanceof Lookup.Elsewhere elsewhere) {
            return new Answer.Elsewhere<>(elsewhere.partition());
        }
        if (lookup instanceof Lookup.Nothing nothing) {
            return new Answer.Absent<>(
                    nothing.asOf(),
                    nothing.caughtUpAt(),
                    Optional.empty(),
                    nothing.marks().waiting(),
                    nothing.marks().standby());
        }
        Lookup.Stored stored = (Lookup.Stored) lookup;
        if (!stored.row().isRow()) {
            return new Answer.Absent<>(
                    stored.asOf(),
                    stored.caughtUpAt(),
                    stored.row().mark(),
                    stored.marks().waiting(),
                    stored.marks().standby());
        }
        Row<RowJson> row = stored.row().withKey(keys.key(key.storageKey())).withMarks(stored.marks());
        return new Answer.Found<>(row, stored.asOf(), stored.caughtUpAt());
    }

    static List<MissingPartition> missing(Map<Integer, String> reasons) {
        return reasons.entrySet().stream()
                .map(gap -> new MissingPartition(gap.getKey(), gap.getValue()))
                .toList();
    }

    static List<StalePartition> stale(Map<Integer, PartitionMarks> marks) {
        List<StalePartition> stale = new ArrayList<>();
        marks.forEach((partition, of) -> of.stale().ifPresent(mark -> stale.add(new StalePartition(partition, mark))));
        return stale;
    }

    static List<WaitingPartition> waiting(Map<Integer, PartitionMarks> marks) {
        List<WaitingPartition> waiting = new ArrayList<>();
        marks.forEach(
                (partition, of) -> of.waiting().ifPresent(mark -> waiting.add(new WaitingPartition(partition, mark))));
        return waiting;
    }

    static List<StandbyPartition> standby(Map<Integer, PartitionMarks> marks) {
        List<StandbyPartition> standby = new ArrayList<>();
        marks.forEach(
                (partition, of) -> of.standby().ifPresent(mark -> standby.add(new StandbyPartition(partition, mark))));
        return standby;
    }

    private KeyRange range(Scan scan) {
        byte[] from = bound(scan.prefix(), scan.from());
        byte @Nullable [] to = scan.to().isEmpty()
                ? KeyRange.firstBehind(keys.storagePrefix(scan.prefix()))
                : bound(scan.prefix(), scan.to());
        if (to != null && Arrays.compareUnsigned(from, to) > 0) {
            throw new IllegalArgumentException("to: a key before from (expected: from, or one behind it)");
        }
        if (scan.after().isEmpty()) {
            return new KeyRange(from.length == 0 ? null : from, to, scan.direction());
        }
        byte[] after = keys.storageKey(scan.after().get());
        if (Arrays.compareUnsigned(after, from) < 0 || (to != null && Arrays.compareUnsigned(after, to) >= 0)) {
            throw new IllegalArgumentException("after: another key (expected: one that " + extent(scan) + ")");
        }
        return switch (scan.direction()) {
            case FORWARD -> new KeyRange(behind(after), to, Direction.FORWARD);
            case REVERSE -> new KeyRange(from.length == 0 ? null : from, after, Direction.REVERSE);
        };
    }

    private byte[] bound(List<Object> prefix, List<Object> behind) {
        List<Object> values = new ArrayList<>(prefix);
        values.addAll(behind);
        return keys.storagePrefix(values);
    }

    private static String extent(Scan scan) {
        String bounds = "is not before from, and before to";
        if (scan.prefix().isEmpty()) {
            return bounds;
        }
        boolean isBounded = !scan.from().isEmpty() || !scan.to().isEmpty();
        return "begins with the prefix" + (isBounded ? ", " + bounds : "");
    }

    /** The least bytes behind this key: no key is a prefix of another, so they skip it alone. */
    private static byte[] behind(byte[] storageKey) {
        return Arrays.copyOf(storageKey, storageKey.length + 1);
    }
}
