package io.keyfold.benchmarks;

import static java.util.Objects.requireNonNull;

import io.keyfold.benchmarks.Traffic.Spread;
import io.keyfold.schemas.TableContract;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one child JVM is told to measure.
 *
 * @param task what it does
 * @param contender whom it measures
 * @param bootstrapServers where the broker is
 * @param topic the table's topic; its dead-letter topic is beside it
 * @param traffic what the topic holds
 * @param records how many records of the traffic the topic holds
 * @param more how many are to come while the child runs: updates, or single commits
 * @param stateDir where it may keep what it likes
 */
record Assignment(
        Task.Kind task,
        Contender contender,
        String bootstrapServers,
        String topic,
        Traffic traffic,
        long records,
        long more,
        Path stateDir) {

    /** Those that are measured. */
    enum Contender {
        /** A consumer and nothing else. */
        POLL,
        /** RocksDB and nothing else. */
        ROCKSDB,
        /** Kafka Streams' own table. */
        STOCK,
        /** The same with transactional state stores, as ours with a changelog has them. */
        TRANSACTIONAL,
        /** Ours, a mirror of its topic. */
        KEYFOLD,
        /** Ours, with two indexes and a total declared. */
        DECLARED,
        /** Ours, with a changelog. */
        CHANGELOG;

        /** {@return its name in what is printed} */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@return the contract of the topic} */
    TableContract contract() {
        return Traffic.CONTRACT.withTopic(topic);
    }

    List<String> arguments() {
        return List.of(
                "task=" + task,
                "contender=" + contender,
                "bootstrapServers=" + bootstrapServers,
                "topic=" + topic,
                "seed=" + traffic.seed(),
                "keys=" + traffic.keys(),
                "loaded=" + traffic.loaded(),
                "spread=" + traffic.spread(),
                "begin=" + traffic.begin(),
                "records=" + records,
                "more=" + more,
                "stateDir=" + stateDir);
    }

    static Assignment parse(String... arguments) {
        Map<String, String> told = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            told.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return new Assignment(
                Task.Kind.valueOf(of(told, "task")),
                Contender.valueOf(of(told, "contender")),
                of(told, "bootstrapServers"),
                of(told, "topic"),
                new Traffic(
                        Long.parseLong(of(told, "seed")),
                        Integer.parseInt(of(told, "keys")),
                        Integer.parseInt(of(told, "loaded")),
                        Spread.valueOf(of(told, "spread")),
                        LocalDateTime.parse(of(told, "begin"))),
                Long.parseLong(of(told, "records")),
                Long.parseLong(of(told, "more")),
                Path.of(of(told, "stateDir")));
    }

    private static String of(Map<String, String> told, String name) {
        return requireNonNull(told.get(name), name);
    }
}
