package io.keyfold.codec;

import io.keyfold.row.RowKey;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A record's key: good or bad. */
public sealed interface DecodedKey {

    /** A primary key. Its values are made when they are first asked for: a load never asks. Of one thread. */
    final class Good implements DecodedKey {

        private final byte[] storageKey;
        private final byte[] routingKey;
        private final Function<byte[], RowKey> reader;
        private @Nullable RowKey key;

        /**
         * A key whose values are read when they are asked for.
         *
         * @param reader gives the key of a storage key
         */
        Good(byte[] storageKey, byte[] routingKey, Function<byte[], RowKey> reader) {
            this.storageKey = storageKey;
            this.routingKey = routingKey;
            this.reader = reader;
        }

        /** {@return its values} */
        public RowKey key() {
            RowKey known = key;
            if (known == null) {
                known = reader.apply(storageKey);
                key = known;
            }
            return known;
        }

        /** {@return its order-preserving encoding; not to be modified} */
        public byte[] storageKey() {
            return storageKey;
        }

        /** {@return the JSON bytes that Flink writes for it, the record's own array where they are those; not to be modified} */
        public byte[] routingKey() {
            return routingKey;
        }
    }

    /**
     * No primary key.
     *
     * @param why the fault
     */
    record Bad(BadRecord why) implements DecodedKey {}
}
