package io.keyfold.store;

import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** A partition's rows as Kafka Streams' own code walks them. Must be closed by who asked for it. */
final class CursorIterator implements KeyValueIterator<Bytes, byte[]> {

    private final PartitionCursor cursor;
    private @Nullable KeyValue<Bytes, byte[]> next;

    CursorIterator(PartitionCursor cursor) {
        this.cursor = cursor;
        try {
            advance();
        } catch (RuntimeException e) {
            cursor.close();
            throw e;
        }
    }

    private void advance() {
        next = cursor.next()
                ? KeyValue.pair(Bytes.wrap(cursor.key()), TablePartitionStore.withTimestamp(cursor.value()))
                : null;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
        KeyValue<Bytes, byte[]> current = current();
        advance();
        return current;
    }

    @Override
    public Bytes peekNextKey() {
        return current().key;
    }

    private KeyValue<Bytes, byte[]> current() {
        if (next == null) {
            throw new NoSuchElementException("no row is left");
        }
        return next;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
