package io.keyfold.test.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A child JVM of the demo, its output in a log file. Stopped by its own handle, never by name. */
final class DemoProcess implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final String name;
    private final Process process;
    private final Path log;

    private DemoProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    static DemoProcess start(String name, Path logDir, List<String> javaArguments) {
        // Ctrl-C reaches the whole terminal; who ends first is the demo's to say, so its children do not hear it.
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaArguments);
        Path log = logDir.resolve(name + ".log");
        try {
            Files.createDirectories(logDir);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new DemoProcess(name, process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /** Waits for something that the process brings about, saying so each second. */
    <T> T await(String what, Supplier<Optional<T>> condition) {
        long begin = System.nanoTime();
        long told = 0;
        while (true) {
            Optional<T> met = condition.get();
            // First whether it lives: another process might answer at its address.
            if (!process.isAlive()) {
                throw new IllegalStateException("Cannot start " + name + ": it ended with exit code "
                        + process.exitValue() + ": " + lastWords());
            }
            if (met.isPresent()) {
                return met.get();
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - begin);
            if (waited.compareTo(START_TIMEOUT) > 0) {
                throw new IllegalStateException(
                        "Cannot start " + name + ": no " + what + " after " + START_TIMEOUT + "; see " + log);
            }
            if (waited.toSeconds() > told) {
                told = waited.toSeconds();
                System.out.println("  waiting for " + what + " of " + name + " (" + told + " s)");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    Optional<String> line(String prefix) {
        return lines().stream().filter(line -> line.startsWith(prefix)).findFirst();
    }

    private String lastWords() {
        List<String> lines = lines();
        return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }

    private List<String> lines() {
        try {
            return new String(Files.readAllBytes(log), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the log of " + name + ": " + e.getMessage(), e);
        }
    }

    /** Asks it to end, and ends it if it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
