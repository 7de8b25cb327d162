package io.keyfold.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The moment at which Kafka has a commit that a table's store has not. Writes down what the store then lacks, a line
 * {@code <table or topic>/<partition> <last offset>} a partition, and ends the process as a kill would. Any thread may call it.
 */
final class CommitWindow {

    /** As of a process killed by SIGKILL. */
    static final int EXIT = 137;

    private static int waits;
    private static Path haltFile = Path.of("halted");

    private CommitWindow() {}

    static synchronized void arm(int hits, Path file) {
        waits = hits;
        haltFile = file;
    }

    /** Kafka has these, the store has not: the last offset that matters, by place. Does not return from the last one. */
    static synchronized void open(Map<String, Long> lacking) {
        if (waits == 0 || lacking.isEmpty() || --waits > 0) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        lacking.forEach((place, offset) ->
                lines.append(place).append(' ').append(offset).append('\n'));
        try {
            Files.write(haltFile, lines.toString().getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(EXIT);
    }
}
