package io.keyfold.crash;

import java.util.Map;
import java.util.TreeMap;

/** What a reader of the derived topic's committed records has: the last value of each key. For one thread. */
final class OutputFold implements AutoCloseable {

    private final CommittedReader reader;
    private final Map<String, String> rows = new TreeMap<>();

    OutputFold(String bootstrapServers, String topic, int partitions) {
        reader = new CommittedReader(bootstrapServers, topic, partitions);
    }

    /** What is there now, or a little later. */
    Map<String, String> rows() {
        reader.next().forEach(record -> {
            if (record.value() == null) {
                rows.remove(record.key());
            } else {
                rows.put(record.key(), record.value());
            }
        });
        return rows;
    }

    @Override
    public void close() {
        reader.close();
    }
}
