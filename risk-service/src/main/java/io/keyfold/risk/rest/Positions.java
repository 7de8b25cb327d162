package io.keyfold.risk.rest;

import io.keyfold.row.PartitionPosition;
import java.util.List;
import java.util.SortedMap;

/** Positions of a topic, as replies have them. */
final class Positions {

    private Positions() {}

    static List<PartitionPosition> of(String topic, SortedMap<Integer, Long> positions) {
        return positions.entrySet().stream()
                .map(entry -> new PartitionPosition(topic, entry.getKey(), entry.getValue()))
                .toList();
    }
}
