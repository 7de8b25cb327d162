package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that was started here and ends with this one. Its progress lines, which are indented, are passed on; its errors
 * are in a log file. Stopped by its own handle, never by name.
 */
final class JavaProcess implements AutoCloseable {

    private static final String ENDED = "(ended)";
    private static final long STOP_SECONDS = 20;

    private final String name;
    private final Process process;
    private final Path log;
    private final PrintStream out;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private JavaProcess(String name, Process process, Path log, PrintStream out) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.out = out;
    }

    /** Starts one on this class path. */
    static JavaProcess start(
            String name,
            Path log,
            List<String> options,
            String classPath,
            Class<?> main,
            List<String> arguments,
            PrintStream out) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            JavaProcess started = new JavaProcess(name, process, log, out);
            Thread reader = new Thread(started::read, name + "-output");
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(" ")) {
                    out.println(line);
                } else {
                    said.add(line);
                }
            }
        } catch (IOException e) {
            // As at its end: it was killed.
        } finally {
            said.add(ENDED);
        }
    }

    /** {@return the next line that begins so, without that} */
    String await(String prefix) {
        try {
            while (true) {
                String line = said.take();
                if (line.startsWith(prefix)) {
                    return line.substring(prefix.length());
                }
                if (line.equals(ENDED)) {
                    throw ended(process.waitFor());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
    }

    private IllegalStateException ended(int exitCode) {
        return new IllegalStateException(
                "Cannot measure: " + name + " ended with exit code " + exitCode + ": " + lastWords());
    }

    /** Fails if it has ended. */
    void requireRunning() {
        if (!process.isAlive()) {
            throw ended(process.exitValue());
        }
    }

    /** {@return the numbers of the next line that begins so} */
    Numbers awaitNumbers(String prefix) {
        return Numbers.parse(await(prefix));
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log, UTF_8);
            return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Kills it as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Waits until it has ended by itself, and ends it if it does not. */
    @Override
    public void close() {
        if (!awaitEnd()) {
            kill();
        }
    }

    /** Asks it to end, and ends it if it does not. */
    void stop() {
        process.destroy();
        close();
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
