package io.keyfold.risk.stream;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** One partition of a store, as the processor that keeps it sees it. For that processor's thread. */
final class State implements StateReader {

    private static final byte[] NOTHING = new byte[0];

    private final KeyValueStore<Bytes, byte[]> store;

    State(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray());
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return store.get(key);
    }

    @Override
    public void scan(Bytes from, Bytes to, Visitor visitor) {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, to)) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                if (entry.key.compareTo(to) >= 0 || !visitor.visit(entry.key, entry.value)) {
                    return;
                }
            }
        }
    }

    void put(StateKeys key, byte[] value) {
        store.put(key.key(), value);
    }

    /** An entry that says all by being there. */
    void put(StateKeys key) {
        store.put(key.key(), NOTHING);
    }

    void delete(StateKeys key) {
        store.delete(key.key());
    }

    void delete(Bytes key) {
        store.delete(key);
    }

    /** Deletes all entries from the first inclusive to the last exclusive; gives their keys. */
    List<Bytes> deleteAll(Bytes from, Bytes to) {
        List<Bytes> keys = new ArrayList<>();
        scan(from, to, (key, value) -> keys.add(key));
        keys.forEach(store::delete);
        return keys;
    }
}
