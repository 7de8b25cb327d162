package io.keyfold.store;

import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.PartitionReads.Read;
import java.util.Collections;
import java.util.List;

/** A read of some keys in one partition, which is held until it is closed, on the thread that made it. */
final class KeyReads implements AutoCloseable {

    private final StoredRowCodec rows;
    private final int partition;
    private final List<byte[]> keys;
    private final Read<Held> hold;
    private final PartitionQuery<?> query;

    KeyReads(PartitionReads reads, StoredRowCodec rows, int partition, List<byte[]> keys) {
        this.rows = rows;
        this.partition = partition;
        this.keys = keys;
        this.hold = reads.hold(partition);
        this.query = keys.size() == 1 ? new PartitionQuery.Point(keys.get(0)) : new PartitionQuery.Batch(keys);
    }

    int partition() {
        return partition;
    }

    /** Asks, and does not wait. */
    void begin() {
        Held held = hold.result();
        if (held != null) {
            held.begin(query);
        }
    }

    /** In the order of the keys. */
    List<Lookup> lookups() {
        Held held = hold.result();
        return held == null ? none(hold) : lookups(held);
    }

    private List<Lookup> lookups(Held held) {
        if (query instanceof PartitionQuery.Point point) {
            Read<StoredBytes> read = held.ask(point);
            StoredBytes bytes = read.result();
            return bytes == null ? none(read) : List.of(lookup(bytes, held));
        }
        Read<List<StoredBytes>> read = held.ask((PartitionQuery.Batch) query);
        List<StoredBytes> all = read.result();
        return all == null
                ? none(read)
                : all.stream().map(bytes -> lookup(bytes, held)).toList();
    }

    private List<Lookup> none(Read<?> read) {
        Lookup none = read.isElsewhere()
                ? new Lookup.Elsewhere(partition)
                : new Lookup.Unavailable(read.unavailable().orElseThrow());
        return Collections.nCopies(keys.size(), none);
    }

    private Lookup lookup(StoredBytes bytes, Held held) {
        byte[] row = bytes.row();
        return row == null ? new Lookup.Nothing(held.asOf(), held.caughtUpAt(), held.marks()) : stored(rows, row, held);
    }

    static Lookup stored(StoredRowCodec rows, byte[] row, Held held) {
        return new Lookup.Stored(rows.decode(row), held.asOf(), held.caughtUpAt(), held.marks());
    }

    @Override
    public void close() {
        Held held = hold.result();
        if (held != null) {
            held.close();
        }
    }
}
