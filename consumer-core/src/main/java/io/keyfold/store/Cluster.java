package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.TableSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What the broker said.
 *
 * @param clusterId the cluster's id
 * @param sources the source topics by name
 * @param configs how the topics are configured
 */
record Cluster(String clusterId, Map<String, SourceTopic> sources, TopicConfigs configs) {

    /** What tables are read from, and where their dead letters go. */
    static List<String> topics(List<TableSettings> tables) {
        return tables.stream()
                .flatMap(table ->
                        Stream.concat(Stream.of(table.contract().topic()), table.deadLetters().topic().stream()))
                .distinct()
                .toList();
    }

    SourceTopic source(String topic) {
        return requireNonNull(sources.get(topic), topic);
    }

    /** The same topics, as they are configured now. */
    Cluster with(TopicConfigs now) {
        return new Cluster(clusterId, sources, now);
    }

    MessageLimits limits(TableSettings table) {
        return new MessageLimits(
                maxMessageBytes(table.contract().topic()),
                table.deadLetters().topic().map(this::maxMessageBytes).orElse(0));
    }

    private int maxMessageBytes(String topic) {
        return configs.get(topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                .map(Integer::valueOf)
                .orElse(MessageLimits.KAFKA_DEFAULT_BYTES);
    }

    /** What somebody should look at. */
    List<TopicNote> notes(TableSettings table) {
        return TopicNotes.of(table, source(table.contract().topic()).partitionCount(), configs);
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
