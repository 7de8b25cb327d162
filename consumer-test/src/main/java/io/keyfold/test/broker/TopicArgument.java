package io.keyfold.test.broker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** A topic named on the command line of {@link EmbeddedKafkaMain}. */
record TopicArgument(String name, int partitions, Map<String, String> configs) {

    TopicArgument {
        configs = Map.copyOf(configs);
    }

    /** {@return the topic that {@code NAME:PARTITIONS[:CFG=VAL,..]} describes; a value may hold commas itself} */
    static TopicArgument parse(String argument) {
        String[] parts = argument.split(":", 3);
        if (parts.length < 2 || parts[0].isEmpty()) {
            throw refused(argument);
        }
        return new TopicArgument(parts[0], partitions(argument, parts[1]), configs(argument, parts));
    }

    void createIfMissing(Admin admin) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs);
        try {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException failure) {
            if (!(failure.getCause() instanceof TopicExistsException)) {
                String reason = failure.getCause() == null
                        ? failure.toString()
                        : failure.getCause().getMessage();
                throw new IllegalStateException("Cannot create topic " + name + ": " + reason, failure);
            }
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot create topic " + name + ": interrupted", failure);
        }
    }

    private static int partitions(String argument, String partitions) {
        try {
            int number = Integer.parseInt(partitions);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException failure) {
            throw new IllegalArgumentException(refused(argument).getMessage(), failure);
        }
        throw refused(argument);
    }

    private static Map<String, String> configs(String argument, String[] parts) {
        Map<String, String> configs = new LinkedHashMap<>();
        if (parts.length < 3) {
            return configs;
        }
        String last = "";
        for (String piece : parts[2].split(",", -1)) {
            int equals = piece.indexOf('=');
            if (equals > 0) {
                last = piece.substring(0, equals);
                configs.put(last, piece.substring(equals + 1));
            } else if (last.isEmpty()) {
                throw refused(argument);
            } else {
                configs.merge(last, "," + piece, String::concat);
            }
        }
        return configs;
    }

    private static IllegalArgumentException refused(String argument) {
        return new IllegalArgumentException("--topic: " + argument
                + " (expected: NAME:PARTITIONS[:CFG=VAL,..], for example dwd_order_item:6:cleanup.policy=compact)");
    }
}
