package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.test.KeyfoldKafka;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One instance in a JVM of its own: {@link TableProcessMain}. It can be killed as the kernel kills. */
final class TableProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String name;
    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final List<String> log = new ArrayList<>();

    private TableProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * What a process is started with.
     *
     * @param consumer the consumer's name
     * @param topic the table's topic
     * @param directory where each instance has a directory
     * @param memoryBytes of its store
     * @param jvm options of its JVM
     */
    record Settings(String consumer, String topic, Path directory, long memoryBytes, List<String> jvm) {}

    /** Returns at once. The probe is the number of a row of {@link BulkOrders}. */
    static TableProcess start(KeyfoldKafka kafka, Settings settings, String instanceId, int probe) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.jvm());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TableProcessMain.class.getName(),
                kafka.bootstrapServers(),
                settings.consumer(),
                settings.topic(),
                settings.directory().resolve(instanceId).toString(),
                instanceId,
                Long.toString(settings.memoryBytes()),
                Integer.toString(probe)));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            TableProcess started = new TableProcess(instanceId, builder.start());
            Thread reader = new Thread(started::listen, "output of " + instanceId);
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + instanceId + ": " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("TABLE ")) {
                    said.add(line.substring("TABLE ".length()));
                } else {
                    synchronized (log) {
                        log.add(line);
                    }
                }
            }
        } catch (IOException e) {
            said.add("gone " + e.getMessage());
            return;
        }
        said.add("gone");
    }

    /** The words behind this one, when it is said next. */
    String[] await(String word) {
        try {
            String line = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (line == null || !line.startsWith(word)) {
                throw new AssertionError(name + " said " + line + " (expected: " + word + "); before that:\n" + tail());
            }
            return line.substring(word.length()).strip().split(" ", -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + word + " of " + name, e);
        }
    }

    private String tail() {
        synchronized (log) {
            return String.join("\n", log.subList(Math.max(0, log.size() - 40), log.size()));
        }
    }

    /** The answer to a command. */
    String[] ask(String command, String answer) {
        try {
            process.outputWriter(UTF_8).write(command + "\n");
            process.outputWriter(UTF_8).flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot ask " + name + " for " + command + ":\n" + tail(), e);
        }
        return await(answer);
    }

    /** Numbers by partition, as {@code {0=17,2=4}}. */
    static Map<Integer, Long> byPartition(String text) {
        Map<Integer, Long> numbers = new TreeMap<>();
        for (String pair : text.substring(1, text.length() - 1).split(",", -1)) {
            if (!pair.isEmpty()) {
                String[] sides = pair.split("=", -1);
                numbers.put(Integer.parseInt(sides[0]), Long.parseLong(sides[1]));
            }
        }
        return numbers;
    }

    /** Begins to look for the most memory that it has resident. */
    void forgetPeak() {
        try {
            Files.writeString(proc("clear_refs"), "5");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot reset the peak of " + name, e);
        }
    }

    /** The most that was resident since then, and what is now. */
    long peakBytes() {
        return memory("VmHWM:");
    }

    long residentBytes() {
        return memory("VmRSS:");
    }

    private long memory(String field) {
        try {
            return Files.readAllLines(proc("status")).stream()
                    .filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the memory of " + name + ":\n" + tail(), e);
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    /** SIGKILL: nothing of it runs any more when this returns. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("Cannot kill " + name);
        }
    }

    /** Ends it as it is told to, by {@code close} or {@code leave}. */
    void end(String command) throws InterruptedException {
        ask(command, "ended");
        process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
