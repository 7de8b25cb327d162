package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRow;
import io.keyfold.row.RowKey;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * What keys and rows are to Kafka Streams, between the fold and its store.
 *
 * <p>One pair of serdes serves the source topic and the store. From the topic the fold wants the bytes as they came, be they
 * good or bad. So the bytes of a mirror stay bytes, and the typed serdes of a derived topology tell the two by the topic's
 * name: of the source topic they hand the bytes through, whatever their type says, to the fold and to nobody else.
 */
interface TableTypes<K, V> {

    Serde<K> keys();

    Serde<V> values();

    K key(DecodedKey.Good key);

    /** Of a row that is in the store already. */
    K key(byte[] storageKey);

    V value(StoredRow row);

    /** Bytes, which nobody but the store looks at. */
    static TableTypes<byte[], byte[]> bytes(TableTask task) {
        return new TableTypes<>() {
            @Override
            public Serde<byte[]> keys() {
                return Serdes.ByteArray();
            }

            @Override
            public Serde<byte[]> values() {
                return Serdes.ByteArray();
            }

            @Override
            public byte[] key(DecodedKey.Good key) {
                return key.storageKey();
            }

            @Override
            public byte[] key(byte[] storageKey) {
                return storageKey;
            }

            @Override
            public byte[] value(StoredRow row) {
                return task.rows().encode(row);
            }
        };
    }

    /** Keys and stored rows, for a topology that goes on from here. */
    static TableTypes<RowKey, StoredRow> typed(TableTask task) {
        Serde<RowKey> keys = RawAtSource.serde(task.contract().topic(), task.keys()::storageKey, task.keys()::key);
        Serde<StoredRow> values = RawAtSource.serde(task.contract().topic(), task.rows()::encode, task.rows()::decode);
        return new TableTypes<>() {
            @Override
            public Serde<RowKey> keys() {
                return keys;
            }

            @Override
            public Serde<StoredRow> values() {
                return values;
            }

            @Override
            public RowKey key(DecodedKey.Good key) {
                return key.key();
            }

            @Override
            public RowKey key(byte[] storageKey) {
                return task.keys().key(storageKey);
            }

            @Override
            public StoredRow value(StoredRow row) {
                return row;
            }
        };
    }
}
