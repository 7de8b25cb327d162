package io.keyfold.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A {@link CrashChild}, or another that talks as it does, as its parent sees it. All that it prints is in a file, too. */
public final class ChildProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final String ENDED = "(the child has ended)";
    private static final Pattern STOCK =
            Pattern.compile("Finished restoring changelog (\\S+)-changelog-\\d+ .* total number of (\\d+) records");

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final List<String> misfits = new ArrayList<>();
    private final Thread reader;
    private long stockRestored;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.reader = new Thread(this::read, "child-output");
        reader.setDaemon(true);
    }

    static ChildProcess start(ChildOptions options, Path log) {
        return start(CrashChild.class, options.argument(), log);
    }

    /** Starts a JVM of its own. */
    public static ChildProcess start(Class<?> main, String argument, Path log) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            main.getName(),
                            argument)
                    .redirectErrorStream(true)
                    .start();
            ChildProcess child = new ChildProcess(process, log);
            child.reader.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(UTF_8);
                BufferedWriter copy =
                        Files.newBufferedWriter(log, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.write(line);
                copy.newLine();
                heard(line);
            }
        } catch (IOException e) {
            heard(CrashChild.PROMPT + "MISFIT its output cannot be read: " + e);
        } finally {
            said.add(ENDED);
        }
    }

    private synchronized void heard(String line) {
        Matcher stock = STOCK.matcher(line);
        if (stock.find() && isStock(stock.group(1))) {
            stockRestored += Long.parseLong(stock.group(2));
        }
        if (line.startsWith(CrashChild.PROMPT + "MISFIT ")) {
            misfits.add(line);
        } else if (line.startsWith(CrashChild.PROMPT)) {
            said.add(line.substring(CrashChild.PROMPT.length()));
        }
    }

    private static boolean isStock(String changelog) {
        return !changelog.endsWith("-" + CrashTables.ITEMS) && !changelog.endsWith("-" + CrashTables.USERS);
    }

    /** Waits for a line that begins so, and gives the rest of it. */
    String await(String word) throws InterruptedException {
        @Nullable String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            printThreads();
        }
        assertThat(line)
                .as("what the child says; its log is %s", log)
                .isNotNull()
                .startsWith(word);
        return line == null ? "" : line.substring(word.length()).strip();
    }

    /** Waits until it has read to these ends; false if it has ended instead. */
    boolean awaitRead(String ends) throws InterruptedException {
        try {
            tell("AWAIT " + ends);
        } catch (UncheckedIOException e) {
            return false; // nobody reads the line any more
        }
        return awaitUnlessEnded("THERE");
    }

    /** Waits for that line; false if it has ended instead. */
    public boolean awaitUnlessEnded(String expected) throws InterruptedException {
        @Nullable String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            printThreads();
        }
        assertThat(line).as("what the child says; its log is %s", log).isIn(expected, ENDED);
        return expected.equals(line);
    }

    /** Waits until it has ended itself; false if it says that all is built instead. */
    boolean awaitHalt() throws InterruptedException {
        @Nullable String line;
        do {
            line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } while (line != null && line.startsWith("READY"));
        if (line == null) {
            printThreads();
        }
        assertThat(line).as("what the child says; its log is %s", log).isIn("BUILT", ENDED);
        return ENDED.equals(line);
    }

    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot ask the child; its log is " + log, e);
        }
    }

    synchronized long stockRestored() {
        return stockRestored;
    }

    public synchronized List<String> misfits() {
        return List.copyOf(misfits);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Lets it end in good order. */
    public int stop() throws InterruptedException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return awaitEnd();
    }

    public int awaitEnd() throws InterruptedException {
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            printThreads();
        }
        assertThat(ended).as("the child ends; its log is %s", log).isTrue();
        reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        return process.exitValue();
    }

    /** Into a file beside its log, where somebody will look for why it does not go on. */
    private void printThreads() throws InterruptedException {
        try {
            Path file = log.resolveSibling(log.getFileName() + ".threads");
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            "Thread.print")
                    .redirectErrorStream(true)
                    .redirectOutput(file.toFile())
                    .start()
                    .waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            System.out.println("No threads of the child: " + e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
