package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Rows in the internal topics of a user's topology:
 *
 * <pre>
 * +--------+-------------+-------------------+
 * | length | storage key | stored row        |
 * | i32    |             | to the end        |
 * +--------+-------------+-------------------+
 * </pre>
 */
final class RowSerde {

    /**
     * Under a name that ends so a foreign-key join hashes a row, to see whether it is still the one that it began with. A
     * record that does not change a row may move its header, and nobody downstream hears of that.
     */
    private static final String HASHED_TOPIC = "-topic-vh";

    private RowSerde() {}

    @SuppressWarnings("NullAway") // Kafka's serdes take and give null for null, without saying so
    static Serde<Row<RowJson>> of(TableTask task) {
        return Serdes.serdeFrom(
                (topic, row) -> {
                    if (row == null) {
                        return null;
                    }
                    return topic.endsWith(HASHED_TOPIC) ? row.value().bytes() : encode(task, row);
                },
                (topic, bytes) -> bytes == null ? null : decode(task, bytes));
    }

    private static byte[] encode(TableTask task, Row<RowJson> row) {
        byte[] key = task.keys().storageKey(row.key());
        byte[] stored = task.rows()
                .encode(new StoredRow(Optional.of(row.value()), row.position(), row.timestamp(), row.mark()));
        return ByteBuffer.allocate(Integer.BYTES + key.length + stored.length)
                .putInt(key.length)
                .put(key)
                .put(stored)
                .array();
    }

    private static Row<RowJson> decode(TableTask task, byte[] bytes) {
        int end = Integer.BYTES + ByteBuffer.wrap(bytes).getInt();
        return task.rows()
                .decode(Arrays.copyOfRange(bytes, end, bytes.length))
                .withKey(task.keys().key(Arrays.copyOfRange(bytes, Integer.BYTES, end)));
    }
}
