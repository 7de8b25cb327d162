package io.keyfold.store;

import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionQuery.Contents;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What one instance asks another: what it has of some partitions of a table.
 *
 * <pre>
 * u8 version | text table | i32 keys | flag standby | i64 most staleness in ms, if standby | i32 n | n items
 * item:  i32 partition | i64 least position, -1 for none | u8 kind | the query
 * </pre>
 *
 * <p>An instance with other key columns or another declaration of an index, as while a new version is rolled out, says so.
 *
 * @param table which
 * @param keys stands for the key columns, whose values it asks about
 * @param maxStalenessMs how far behind a standby copy may be; empty if only an active copy may answer
 * @param items what it asks, perhaps nothing: then only which partitions have rows whose home is another
 */
record PeerQuestion(String table, int keys, OptionalLong maxStalenessMs, List<Item> items) {

    static final int VERSION = 1;

    private static final int POINT = 1;
    private static final int BATCH = 2;
    private static final int ROWS = 3;
    private static final int KEYS = 4;
    private static final int FOREIGN_ROWS = 5;
    private static final int INDEXED_ROWS = 6;
    private static final int GROUPS = 7;

    private static final long NONE = -1;

    /** One more than a page has, to see whether there is one. */
    private static final int MOST_ENTRIES = 10_001;

    /**
     * A question to one partition.
     *
     * @param partition the partition
     * @param atLeast the position that it must have been read to
     * @param query the question
     */
    record Item(int partition, OptionalLong atLeast, PartitionQuery<?> query) {}

    PeerQuestion {
        items = List.copyOf(items);
    }

    byte[] toBytes() {
        PeerOutput out = new PeerOutput().u8(VERSION).text(table).i32(keys).flag(maxStalenessMs.isPresent());
        maxStalenessMs.ifPresent(out::i64);
        out.i32(items.size());
        for (Item item : items) {
            out.i32(item.partition()).i64(item.atLeast().orElse(NONE));
            write(item.query(), out);
        }
        return out.toBytes();
    }

    private static void write(PartitionQuery<?> query, PeerOutput out) {
        if (query instanceof PartitionQuery.Point point) {
            out.u8(POINT).bytes(point.key());
        } else if (query instanceof PartitionQuery.Batch batch) {
            out.u8(BATCH).i32(batch.keys().size());
            batch.keys().forEach(out::bytes);
        } else if (query instanceof PartitionQuery.Rows rows) {
            range(out.u8(rows.contents() == Contents.ROWS ? ROWS : KEYS), rows.range(), rows.limit());
        } else if (query instanceof PartitionQuery.ForeignRows rows) {
            range(out.u8(FOREIGN_ROWS), rows.range(), rows.limit());
        } else if (query instanceof PartitionQuery.IndexedRows rows) {
            range(declared(out.u8(INDEXED_ROWS), rows.index().name(), rows.index()), rows.range(), rows.limit());
        } else if (query instanceof PartitionQuery.Groups groups) {
            range(declared(out.u8(GROUPS), groups.total().name(), groups.total()), groups.range(), groups.limit());
        }
    }

    private static PeerOutput declared(PeerOutput out, String name, Projection declaration) {
        return out.text(name).text(declaration.fingerprint());
    }

    private static void range(PeerOutput out, KeyRange range, int limit) {
        out.bytes(range.from())
                .bytes(range.to())
                .flag(range.direction() == Direction.REVERSE)
                .i32(limit);
    }

    /**
     * Reads one.
     *
     * @param bytes what {@link #toBytes} gave
     * @param declared what is declared beside a table, by its name
     * @throws IllegalArgumentException if it is none
     */
    static PeerQuestion read(byte[] bytes, Declared declared) {
        PeerInput in = new PeerInput(bytes);
        int version = in.u8();
        if (version != VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + VERSION + ")");
        }
        String table = in.text();
        int keys = in.i32();
        OptionalLong maxStalenessMs = in.flag() ? OptionalLong.of(in.i64()) : OptionalLong.empty();
        Projections projections = declared.of(table);
        List<Item> items = new ArrayList<>();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            int partition = in.i32();
            long atLeast = in.i64();
            items.add(new Item(
                    partition,
                    atLeast == NONE ? OptionalLong.empty() : OptionalLong.of(atLeast),
                    query(in, projections)));
        }
        in.requireEnd();
        return new PeerQuestion(table, keys, maxStalenessMs, items);
    }

    /** Tells what is declared beside a table, or refuses one that is not here. */
    interface Declared {
        Projections of(String table);
    }

    private static PartitionQuery<?> query(PeerInput in, Projections projections) {
        int kind = in.u8();
        return switch (kind) {
            case POINT -> new PartitionQuery.Point(in.bytes());
            case BATCH -> new PartitionQuery.Batch(all(in));
            case ROWS -> new PartitionQuery.Rows(range(in), limit(in), Contents.ROWS);
            case KEYS -> new PartitionQuery.Rows(range(in), limit(in), Contents.KEYS);
            case FOREIGN_ROWS -> new PartitionQuery.ForeignRows(range(in), limit(in));
            case INDEXED_ROWS ->
                new PartitionQuery.IndexedRows(
                        same("index", in, projections.indexes(), IndexProjection::name), range(in), limit(in));
            case GROUPS ->
                new PartitionQuery.Groups(
                        same("total", in, projections.totals(), TotalProjection::name), range(in), limit(in));
            default ->
                throw new IllegalArgumentException("query: " + kind + " (expected: " + POINT + " .. " + GROUPS + ")");
        };
    }

    private static List<byte[]> all(PeerInput in) {
        List<byte[]> keys = new ArrayList<>();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            keys.add(in.bytes());
        }
        return keys;
    }

    private static <P extends Projection> P same(String kind, PeerInput in, List<P> here, Function<P, String> name) {
        String asked = in.text();
        String fingerprint = in.text();
        return here.stream()
                .filter(one -> name.apply(one).equals(asked))
                .filter(one -> one.fingerprint().equals(fingerprint))
                .findFirst()
                .orElseThrow(() -> new OtherDeclarationException(
                        "the instance that has the partition declares the " + kind + " " + asked + " otherwise"));
    }

    private static int limit(PeerInput in) {
        int limit = in.i32();
        if (limit < 1 || limit > MOST_ENTRIES) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + MOST_ENTRIES + ")");
        }
        return limit;
    }

    private static KeyRange range(PeerInput in) {
        return new KeyRange(in.bytesOrNone(), in.bytesOrNone(), in.flag() ? Direction.REVERSE : Direction.FORWARD);
    }

    /** The table, or what is declared beside it, is another one there. */
    static final class OtherDeclarationException extends RuntimeException {

        OtherDeclarationException(String why) {
            super(why);
        }
    }
}
