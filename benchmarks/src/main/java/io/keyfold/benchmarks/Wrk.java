package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.benchmarks.RestApi.Question;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Makes load by {@code wrk}, one load at a time. */
final class Wrk implements AutoCloseable {

    private static final String SCRIPT = "load.lua";
    private static final String MISSING =
            "Cannot measure: wrk is not on the PATH (benchmarks/run fetches it where there is apt"
                    + " and a network; else install Debian's package wrk)";

    private final Path directory;
    private final URI server;
    private final RunOptions options;
    private final AtomicReference<@Nullable Process> running = new AtomicReference<>();

    /** Asks this server; files for it are made in the directory. */
    Wrk(Path directory, URI server, RunOptions options) {
        this.directory = directory;
        this.server = server;
        this.options = options;
        try (InputStream script = Wrk.class.getResourceAsStream(SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException("Cannot read " + SCRIPT + ": it is missing beside " + Wrk.class);
            }
            Files.createDirectories(directory);
            Files.copy(script, directory.resolve(SCRIPT));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + SCRIPT + ": " + e.getMessage(), e);
        }
    }

    /** {@return whether it can be started} */
    static boolean isThere() {
        try {
            Process process =
                    new ProcessBuilder("wrk", "-v").redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            process.waitFor();
            return said.startsWith("wrk ");
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
    }

    static void requireThere() {
        if (!isThere()) {
            throw new IllegalStateException(MISSING);
        }
    }

    /**
     * Asks a question for a while, all connections at once, each again as soon as it has the answer.
     *
     * @param things what the questions are drawn from, one a line
     */
    WrkResult ask(Question question, Path things, int seconds) {
        List<String> command = List.of(
                "wrk",
                "--threads=1",
                "--connections=" + options.load().connections(),
                "--duration=" + seconds + "s",
                "--timeout=10s",
                "--script=" + directory.resolve(SCRIPT),
                server.toString(),
                "--",
                things.toString(),
                Long.toString(options.seed()),
                question == Question.BATCH ? Integer.toString(RestApi.ROWS) : "0",
                RestApi.path(question));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            running.set(process);
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new IllegalStateException("Cannot measure: wrk ended with exit code " + exitCode + ": "
                        + said.strip().lines().reduce("", (before, line) -> line));
            }
            return WrkResult.parse(said);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run wrk: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        Process process = running.getAndSet(null);
        if (process != null) {
            process.destroy();
        }
    }
}
