package io.keyfold.test.recording;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One topic of a recording's meta file, and the phases of the run.
 *
 * <p>Where transactions ended differently the file lists, as {@code "topic-partition": [offsets]}, what a
 * read_committed reader saw in the end. Where it has no such list, everything was committed or written outside
 * transactions.
 *
 * @param phases in order; the last is {@link Recording#END}
 * @param committed the listed offsets by partition, absent if the file has no list
 */
record RecordedTopic(String name, List<RecordedPhase> phases, Optional<Map<Integer, Set<Long>>> committed) {

    private static final String COMMITTED = "offsetsVisibleToReadCommitted";

    RecordedTopic {
        phases = List.copyOf(phases);
    }

    /** {@return the topics of a meta file, in its order} */
    static Map<String, RecordedTopic> parseAll(JsonNode meta) {
        List<RecordedPhase> beforeEnd = meta.properties().stream()
                .filter(entry -> entry.getValue().has("offsets"))
                .map(entry -> RecordedPhase.parse(entry.getKey(), entry.getValue()))
                .toList();
        Map<String, RecordedTopic> topics = new LinkedHashMap<>();
        meta.required("topics").properties().forEach(entry -> {
            List<RecordedPhase> phases = new ArrayList<>(beforeEnd);
            phases.add(RecordedPhase.end(entry.getValue().required("partitions")));
            topics.put(entry.getKey(), new RecordedTopic(entry.getKey(), phases, committed(meta, entry.getKey())));
        });
        return topics;
    }

    int partitions() {
        return end().highWatermarks().size();
    }

    RecordedPhase end() {
        return phases.get(phases.size() - 1);
    }

    RecordedPhase phase(String wanted) {
        return phases.stream()
                .filter(phase -> phase.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("phase: " + wanted + " (expected: one of "
                        + phases.stream().map(RecordedPhase::name).toList() + ")"));
    }

    /** {@return whether the record's transaction was committed in the end} */
    boolean isCommitted(RecordedRecord record) {
        return committed
                .map(offsets ->
                        offsets.getOrDefault(record.partition(), Set.of()).contains(record.offset()))
                .orElse(true);
    }

    private static Optional<Map<Integer, Set<Long>>> committed(JsonNode meta, String topic) {
        if (!meta.has(COMMITTED)) {
            return Optional.empty();
        }
        Map<Integer, Set<Long>> byPartition = new HashMap<>();
        meta.required(COMMITTED).properties().forEach(entry -> {
            int dash = entry.getKey().lastIndexOf('-');
            if (entry.getKey().substring(0, dash).equals(topic)) {
                Set<Long> offsets = new HashSet<>();
                entry.getValue().forEach(offset -> offsets.add(offset.longValue()));
                byPartition.put(Integer.parseInt(entry.getKey().substring(dash + 1)), offsets);
            }
        });
        return Optional.of(byPartition);
    }
}
