package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The test's side of {@link ConsumerProcessMain}. Stopped by its own handle, never by name. */
final class ConsumerProcess implements AutoCloseable {

    private static final String END = "end of output";

    private final Process process;
    private final PrintWriter questions;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Path errors;

    private ConsumerProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.questions = new PrintWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8), true);
        Thread reader = new Thread(this::read, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** What runs it. */
    record Setting(KeyfoldKafka kafka, String name, TableContract contract, Path stateDir) {

        /** In a process as this one is. */
        ConsumerProcess start(String... more) {
            return start(List.of(), more);
        }

        /** Run by a command that runs what stands behind it. */
        ConsumerProcess start(List<String> runBy, String... more) {
            List<String> command = new ArrayList<>(runBy);
            command.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:-UsePerfData",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ConsumerProcessMain.class.getName(),
                    "name=" + name,
                    "servers=" + kafka.bootstrapServers(),
                    "topic=" + contract.topic(),
                    "dir=" + stateDir));
            command.addAll(List.of(more));
            try {
                Path errors = Files.createTempFile("keyfold-child", ".log");
                return new ConsumerProcess(
                        new ProcessBuilder(command)
                                .redirectError(errors.toFile())
                                .start(),
                        errors);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("> ")) {
                    answers.add(line.substring(2));
                } else {
                    System.out.println("child: " + line);
                }
            }
        } catch (IOException e) {
            System.out.println("child: " + e);
        }
        answers.add(END);
    }

    /** Waits for its start. */
    ConsumerProcess awaitStarted() throws InterruptedException {
        String first = next();
        if (!first.equals("started")) {
            throw new AssertionError("the child did not start: " + first + ", " + errors());
        }
        return this;
    }

    String ask(String question) throws InterruptedException {
        questions.println(question);
        return next();
    }

    private String next() throws InterruptedException {
        String answer = answers.poll(TableUnderTest.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (answer == null || answer.equals(END)) {
            throw new AssertionError("the child does not answer: " + errors());
        }
        return answer;
    }

    /** Freezes it as a machine does that is out of breath. */
    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        run("kill", "-" + signal, Long.toString(process.pid()));
    }

    /** From now on no file of its can grow beyond that; RocksDB's are those that would. */
    void limitFiles(long bytes) {
        run("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes);
    }

    private static void run(String... command) {
        try {
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("Cannot run " + List.of(command) + ": it ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot run " + List.of(command) + ": interrupted", e);
        }
    }

    /** Its exit code, once it ends by itself; empty if it does not. */
    Optional<Integer> exitCode() throws InterruptedException {
        return process.waitFor(TableUnderTest.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                ? Optional.of(process.exitValue())
                : Optional.empty();
    }

    /** What it wrote to standard error. */
    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the consumer in good order. */
    int end() throws InterruptedException {
        questions.println("close");
        return exitCode().orElseThrow();
    }

    /** As {@code kill -9} does. */
    void kill() {
        close();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(TableUnderTest.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Files.deleteIfExists(errors);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
