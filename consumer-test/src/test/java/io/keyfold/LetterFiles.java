package io.keyfold;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Dead letters in files, as their users read them: file by file in the order of their names. */
record LetterFiles(Path directory) {

    private static final ObjectMapper JSON = new ObjectMapper();

    List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        return files().stream().flatMap(file -> lines(file).stream()).toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<JsonNode> letters() {
        return lines().stream().map(LetterFiles::parse).toList();
    }

    /** Waits until there are so many. */
    List<JsonNode> await(int letters) {
        return Awaitility.await()
                .atMost(TableUnderTest.PATIENCE)
                .until(this::letters, found -> found.size() >= letters);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Cannot read a dead letter: " + line, e);
        }
    }
}
