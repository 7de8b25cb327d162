package io.keyfold.query;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.StoredRow;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.store.Listing;
import io.keyfold.store.Lookup;
import io.keyfold.store.TableStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers questions about one table out of its store. Safe for many threads. */
public final class TableQueries {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final TableStore store;
    private final KeyCodec keys;

    /**
     * Queries of a table.
     *
     * @param store the table
     * @param keys its keys
     */
    public TableQueries(TableStore store, KeyCodec keys) {
        this.store = store;
        this.keys = keys;
    }

    /**
     * {@return the row of a key: found, absent or not ready}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public Answer<RowJson> get(RowKey key) {
        byte[] storageKey = keys.storageKey(key);
        Lookup lookup = store.get(keys.routingKey(key), storageKey);
        if (lookup instanceof Lookup.Unavailable unavailable) {
            return new Answer.NotReady<>(unavailable.reason(), RETRY_AFTER);
        }
        if (lookup instanceof Lookup.Nothing nothing) {
            return new Answer.Absent<>(nothing.asOf(), Optional.empty());
        }
        Lookup.Stored stored = (Lookup.Stored) lookup;
        return stored.row().json().isPresent()
                ? new Answer.Found<>(row(storageKey, stored.row()), stored.asOf())
                : new Answer.Absent<>(stored.asOf(), stored.row().mark());
    }

    /**
     * {@return one page of rows in key order}
     *
     * @param scan which rows, after which, how many
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public Page<RowJson> scan(Scan scan) {
        byte[] prefix = keys.storagePrefix(scan.prefix());
        byte[] from = scan.after().map(after -> behind(prefix, after)).orElse(prefix);
        Listing listing = store.list(from, firstBehind(prefix), scan.limit());
        List<Row<RowJson>> rows = listing.rows().stream()
                .map(entry -> row(entry.storageKey(), entry.row()))
                .toList();
        Optional<RowKey> next =
                listing.hasMore() ? Optional.of(rows.get(rows.size() - 1).key()) : Optional.empty();
        List<MissingPartition> missing = listing.missing().entrySet().stream()
                .map(gap -> new MissingPartition(gap.getKey(), gap.getValue()))
                .toList();
        return new Page<>(rows, next, listing.asOf(), missing);
    }

    private Row<RowJson> row(byte[] storageKey, StoredRow stored) {
        return new Row<>(
                keys.key(storageKey),
                stored.json().orElseThrow(),
                stored.position(),
                stored.timestamp(),
                stored.mark());
    }

    /** The least key behind this one: no key is a prefix of another, so this skips it alone. */
    private byte[] behind(byte[] prefix, RowKey after) {
        byte[] storageKey = keys.storageKey(after);
        if (!Arrays.equals(prefix, Arrays.copyOf(storageKey, prefix.length))) {
            throw new IllegalArgumentException("after: another key (expected: one that begins with the prefix)");
        }
        return Arrays.copyOf(storageKey, storageKey.length + 1);
    }

    /** The least bytes behind all that begin with the prefix; null where there are none. */
    static byte @Nullable [] firstBehind(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] behind = Arrays.copyOf(prefix, last + 1);
                behind[last]++;
                return behind;
            }
        }
        return null;
    }
}
