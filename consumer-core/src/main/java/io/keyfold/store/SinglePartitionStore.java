package io.keyfold.store;

import io.keyfold.metrics.TableCounts;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/** A table of one partition over a state store that somebody else runs, such as a topology test driver. Always ready. */
final class SinglePartitionStore implements TableStore, PartitionReads {

    private final TableTask task;
    private final KeyValueStore<byte[], ValueAndTimestamp<byte[]>> store;
    private final MergedReads merged;

    SinglePartitionStore(TableTask task, KeyValueStore<byte[], ValueAndTimestamp<byte[]>> store) {
        this.task = task;
        this.store = store;
        this.merged = new MergedReads(this, task.rows());
    }

    @Override
    public TableContract contract() {
        return task.contract();
    }

    @Override
    public int partitionCount() {
        return 1;
    }

    /** Its only reader has always read what was piped in. */
    @Override
    public List<PartitionProgress> progress() {
        PartitionProgress progress = task.progress().assigned(0, this);
        progress.polled(progress.nextToFold(), OptionalLong.of(0));
        return List.of(progress);
    }

    @Override
    public TableCounts counts() {
        return task.counters().counts();
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public Lookup get(byte[] routingKey, byte[] storageKey) {
        return merged.get(routingKey, storageKey);
    }

    @Override
    public Listing list(byte @Nullable [] from, byte @Nullable [] to, int limit) {
        return merged.list(from, to, limit);
    }

    @Override
    public int count() {
        return 1;
    }

    /** Everything happens on the thread that drives it, so there is nothing to hold. */
    @Override
    public Read<Held> hold(int partition) {
        return Read.of(new Held(progress().get(0).position().orElseThrow(), () -> {}));
    }

    @Override
    public boolean isAssigned() {
        return true;
    }

    @Override
    public Read<byte[]> get(int partition, byte[] key) {
        ValueAndTimestamp<byte[]> stored = store.get(key);
        return Read.of(stored == null ? null : stored.value());
    }

    @Override
    @SuppressWarnings("NullAway") // a store takes null for an open bound, without saying so
    public Read<KeyValueIterator<byte[], byte[]>> range(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        return Read.of(new ValuesOnly(store.range(from, to)));
    }

    private record ValuesOnly(KeyValueIterator<byte[], ValueAndTimestamp<byte[]>> rows)
            implements KeyValueIterator<byte[], byte[]> {

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public KeyValue<byte[], byte[]> next() {
            KeyValue<byte[], ValueAndTimestamp<byte[]>> next = rows.next();
            return KeyValue.pair(next.key, next.value.value());
        }

        @Override
        public byte[] peekNextKey() {
            return rows.peekNextKey();
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
