package io.keyfold.zombie;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The directories of Kafka Streams' tasks below a state directory. */
final class TaskDirectories {

    private TaskDirectories() {}

    static long count(Path stateDir) {
        try (Stream<Path> all = Files.walk(stateDir)) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+_[0-9]+"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
