package io.keyfold.test.broker;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The command line of {@link EmbeddedKafkaMain}. */
record BrokerArguments(Path dataDir, OptionalInt port, List<TopicArgument> topics) {

    private static final String NAMES = "--data-dir DIR, --port N or --topic NAME:PARTITIONS[:CFG=VAL,..]";

    BrokerArguments {
        topics = List.copyOf(topics);
    }

    static BrokerArguments parse(String... args) {
        @Nullable Path dataDir = null;
        OptionalInt port = OptionalInt.empty();
        List<TopicArgument> topics = new ArrayList<>();
        for (int index = 0; index < args.length; index += 2) {
            switch (args[index]) {
                case "--data-dir" -> dataDir = path(value(args, index));
                case "--port" -> port = OptionalInt.of(port(value(args, index)));
                case "--topic" -> topics.add(TopicArgument.parse(value(args, index)));
                default ->
                    throw new IllegalArgumentException("argument: " + args[index] + " (expected: " + NAMES + ")");
            }
        }
        if (dataDir == null) {
            throw new IllegalArgumentException("--data-dir: missing (expected: a directory)");
        }
        return new BrokerArguments(dataDir, port, topics);
    }

    private static String value(String[] args, int index) {
        if (index + 1 == args.length) {
            throw new IllegalArgumentException(args[index] + ": no value (expected: " + NAMES + ")");
        }
        return args[index + 1];
    }

    private static Path path(String value) {
        try {
            return Path.of(value);
        } catch (InvalidPathException failure) {
            throw new IllegalArgumentException("--data-dir: " + value + " (expected: a directory)", failure);
        }
    }

    private static int port(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException failure) {
            throw new IllegalArgumentException("--port: " + value + " (expected: 1 .. 65535)", failure);
        }
    }
}
