package io.keyfold.zombie;

import io.keyfold.crash.CommittedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** All that a reader of committed records has seen of a topic of one partition, by key, in order. For one thread. */
final class OutLog implements AutoCloseable {

    private final CommittedReader reader;
    private final Map<String, List<Optional<String>>> values = new TreeMap<>();

    OutLog(String bootstrapServers, String topic) {
        reader = new CommittedReader(bootstrapServers, topic, 1);
    }

    /** What is there now, or a little later; empty for a delete. */
    Map<String, List<Optional<String>>> values() {
        for (ConsumerRecord<String, String> record : reader.next()) {
            values.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(Optional.ofNullable(record.value()));
        }
        return values;
    }

    @Override
    public void close() {
        reader.close();
    }
}
