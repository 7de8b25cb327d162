package io.keyfold;

import io.keyfold.change.SnapshotSource;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.RowKey;
import io.keyfold.store.Listing;
import io.keyfold.store.TableStore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Snapshots out of a table's store: hands its rows to the changes, which come before the queries and know no store. */
final class StoreSnapshots implements SnapshotSource {

    private final Supplier<TableStore> store;
    private final KeyCodec keys;

    /** The store is asked for late: it is made after the feed that it tells its changes to. */
    StoreSnapshots(Supplier<TableStore> store, KeyCodec keys) {
        this.store = store;
        this.keys = keys;
    }

    @Override
    public byte[] storageKey(RowKey key) {
        return keys.storageKey(key);
    }

    @Override
    public boolean read(int partition, byte @Nullable [] after, int limit, Consumer<Chunk> taker) {
        return store.get().readBetweenChanges(partition, after, limit, listing -> taker.accept(chunk(listing)));
    }

    private Chunk chunk(Listing listing) {
        return new Chunk(
                listing.rows().stream()
                        .map(entry -> new Entry(entry.storageKey(), listing.row(entry, keys.key(entry.storageKey()))))
                        .toList(),
                !listing.hasMore());
    }
}
