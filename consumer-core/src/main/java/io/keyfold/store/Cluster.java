package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.TableSettings;
import java.util.List;
import java.util.Map;

/**
 * What the broker said.
 *
 * @param clusterId the cluster's id
 * @param sources the source topics by name
 * @param maxMessageBytes the largest record by topic; without those whose configuration may not be read
 */
record Cluster(String clusterId, Map<String, SourceTopic> sources, Map<String, Integer> maxMessageBytes) {

    SourceTopic source(String topic) {
        return requireNonNull(sources.get(topic), topic);
    }

    MessageLimits limits(TableSettings table) {
        return new MessageLimits(
                maxMessageBytes.getOrDefault(table.contract().topic(), MessageLimits.KAFKA_DEFAULT_BYTES),
                table.deadLetters()
                        .topic()
                        .map(topic -> maxMessageBytes.getOrDefault(topic, MessageLimits.KAFKA_DEFAULT_BYTES))
                        .orElse(0));
    }

    /** For the producer that all of them share. */
    MessageLimits largestLimits(List<TableSettings> tables) {
        int source = 0;
        int deadLetter = 0;
        for (TableSettings table : tables) {
            source = Math.max(source, limits(table).sourceBytes());
            deadLetter = Math.max(deadLetter, limits(table).deadLetterBytes());
        }
        return new MessageLimits(source, deadLetter);
    }
}
