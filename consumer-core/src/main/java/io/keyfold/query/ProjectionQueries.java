package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.IndexCodec;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.TotalCodec;
import io.keyfold.config.IndexSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.config.TotalSettings;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.store.GroupListing;
import io.keyfold.store.KeyRange;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.Listing;
import io.keyfold.store.TableReads;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers questions about the indexes and totals of one table out of its store. Safe for many threads. */
public final class ProjectionQueries {

    /** Of all groups of a page of a top. */
    private static final int MOST_TOP_ROWS = 100_000;

    private final TableSettings table;
    private final TableReads store;
    private final KeyCodec keys;
    private final Map<String, IndexCodec> indexes;
    private final Map<String, TotalCodec> totals;

    /**
     * Queries of a table.
     *
     * @param table what is declared beside it
     * @param store what is asked
     * @param keys its keys
     */
    public ProjectionQueries(TableSettings table, TableReads store, KeyCodec keys) {
        this(table, store, keys, new LinkedHashMap<>(), new LinkedHashMap<>());
        for (IndexSettings index : table.indexes()) {
            indexes.put(index.name(), IndexCodec.of(table.contract(), index));
        }
        for (TotalSettings total : table.totals()) {
            totals.put(total.name(), TotalCodec.of(table.contract(), total));
        }
    }

    private ProjectionQueries(
            TableSettings table,
            TableReads store,
            KeyCodec keys,
            Map<String, IndexCodec> indexes,
            Map<String, TotalCodec> totals) {
        this.table = table;
        this.store = store;
        this.keys = keys;
        this.indexes = indexes;
        this.totals = totals;
    }

    /**
     * {@return the same queries, asked of something else}
     *
     * @param other what is asked
     */
    public ProjectionQueries over(TableReads other) {
        return new ProjectionQueries(table, other, keys, indexes, totals);
    }

    /**
     * {@return one page of rows in the order of an index}
     *
     * @param scan which rows of which index, in which direction, after which, how many
     * @throws IllegalArgumentException if there is no such index, or a value does not fit its column
     */
    public IndexPage<RowJson> scan(IndexScan scan) {
        IndexCodec codec =
                declared(indexes, "index", requireNonNull(scan, "scan").index());
        KeyRange range = range(codec, scan);
        Listing listing = store.listIndexed(scan.index(), rest(range, scan.after()), scan.limit());
        List<Row<RowJson>> rows = listing.rows().stream()
                .map(entry -> listing.row(entry, keys.key(entry.storageKey())))
                .toList();
        Optional<IndexPosition> next = listing.hasMore()
                ? Optional.of(
                        IndexPosition.of(listing.rows().get(rows.size() - 1).key()))
                : Optional.empty();
        return new IndexPage<>(
                rows,
                next,
                listing.asOf(),
                TableQueries.missing(listing.missing()),
                TableQueries.stale(listing.marks()),
                TableQueries.waiting(listing.marks()),
                TableQueries.standby(listing.marks()));
    }

    private static KeyRange range(IndexCodec codec, IndexScan scan) {
        if (scan.beginning().isEmpty()) {
            return scan.leading().range(codec::prefix, scan.direction());
        }
        byte[] prefix =
                codec.textPrefix(scan.leading().equal(), scan.beginning().get());
        return new KeyRange(prefix, KeyRange.firstBehind(prefix), scan.direction());
    }

    private static KeyRange rest(KeyRange range, Optional<IndexPosition> after) {
        return after.isEmpty() ? range : rest(range, after.get().bytes());
    }

    /** What is left of a range behind a place, which must lie in it. */
    private static KeyRange rest(KeyRange range, byte[] after) {
        byte[] from = range.from();
        byte[] to = range.to();
        if ((from != null && Arrays.compareUnsigned(after, from) < 0)
                || (to != null && Arrays.compareUnsigned(after, to) >= 0)) {
            throw new IllegalArgumentException("after: another place (expected: one in what the scan asks for)");
        }
        return range.direction() == Direction.FORWARD
                ? new KeyRange(Arrays.copyOf(after, after.length + 1), to, range.direction())
                : new KeyRange(from, after, range.direction());
    }

    /**
     * {@return one page of a total's groups}
     *
     * @param scan which groups of which total, in which order, after which, how many
     * @throws IllegalArgumentException if there is no such total, or a value does not fit what is grouped by
     */
    public TotalPage totals(TotalScan scan) {
        TotalCodec codec =
                declared(totals, "total", requireNonNull(scan, "scan").total());
        requireFitting(codec, scan);
        KeyRange range = scan.leading().range(codec::groupPrefix, scan.direction());
        if (scan.ranking() == TotalScan.Ranking.BY_VALUE) {
            return page(
                    codec,
                    store.greatestGroups(scan.total(), range, scan.limit(), scan.mostGroups()),
                    Optional.empty());
        }
        Optional<byte[]> after = scan.after().map(codec::groupPrefix);
        KeyRange rest = after.isEmpty() ? range : rest(range, after.get());
        GroupListing listing = store.groups(scan.total(), rest, limit(codec, scan));
        List<GroupListing.Entry> groups = listing.groups();
        Optional<List<@Nullable Object>> next = listing.hasMore()
                ? Optional.of(codec.groupValues(groups.get(groups.size() - 1).group()))
                : Optional.empty();
        return page(codec, listing, next);
    }

    private void requireFitting(TotalCodec codec, TotalScan scan) {
        if (codec.topRows() > 0 && scan.ranking() == TotalScan.Ranking.BY_VALUE) {
            throw new IllegalArgumentException("greatest: of " + scan.total()
                    + " (expected: a total whose groups have one value; those of top have rows)");
        }
        int groupBy = groupings(scan.total());
        if (scan.after().isPresent() && scan.after().get().size() != groupBy) {
            throw new IllegalArgumentException(
                    "after: " + scan.after().get().size() + " values (expected: " + groupBy + ")");
        }
    }

    /** Of a top, fewer groups make a page: each has rows. */
    private static int limit(TotalCodec codec, TotalScan scan) {
        return codec.topRows() == 0 ? scan.limit() : Math.min(scan.limit(), MOST_TOP_ROWS / codec.topRows());
    }

    private int groupings(String total) {
        return table.totals().stream()
                .filter(declared -> declared.name().equals(total))
                .mapToInt(declared -> declared.groupBy().size())
                .sum();
    }

    private TotalPage page(TotalCodec codec, GroupListing listing, Optional<List<@Nullable Object>> next) {
        return new TotalPage(
                listing.groups().stream().map(entry -> group(codec, entry)).toList(),
                next,
                listing.asOf(),
                TableQueries.missing(listing.missing()),
                TableQueries.stale(listing.marks()),
                TableQueries.waiting(listing.marks()),
                TableQueries.standby(listing.marks()));
    }

    private TotalGroup group(TotalCodec codec, GroupListing.Entry entry) {
        return new TotalGroup(
                codec.groupValues(entry.group()),
                entry.total().rows(),
                codec.value(entry.total()),
                entry.top().stream()
                        .map(row ->
                                new TotalGroup.TopRow(codec.measuredValue(row.measured()), keys.key(row.storageKey())))
                        .toList());
    }

    private static <C> C declared(Map<String, C> codecs, String kind, String name) {
        C codec = codecs.get(name);
        if (codec == null) {
            throw new IllegalArgumentException(kind + ": " + name + " (expected: "
                    + (codecs.isEmpty() ? "none, for none is declared" : "one of " + codecs.keySet()) + ")");
        }
        return codec;
    }
}
