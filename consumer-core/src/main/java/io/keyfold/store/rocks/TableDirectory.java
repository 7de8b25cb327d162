package io.keyfold.store.rocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes and empties the directory in which a table's files lie. */
final class TableDirectory {

    private TableDirectory() {}

    static void make(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new StoreIoException("Cannot open " + directory + ": it cannot be made (" + e + ")", e);
        }
    }

    /** Removes everything below it; no matter if it is not there. */
    static void empty(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> below = Files.walk(directory)) {
            List<Path> deepestFirst = below.filter(path -> !path.equals(directory))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new StoreIoException("Cannot empty " + directory + ": a file cannot be removed (" + e + ")", e);
        }
    }
}
