package io.keyfold.benchmarks;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.stream.RiskTopology;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/**
 * A broker and the contenders' JVMs in a directory of their own. All are stopped and the directory is
 * removed when this is closed, or this JVM ends.
 */
final class Lab implements AutoCloseable {

    /** Of every contender alike. */
    static final String HEAP = "-Xmx1g";

    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final List<String> BROKER_OPTIONS = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
    static final int PARTITIONS = 6;

    /** A compacted topic of which nothing is compacted for a week, which is when all is over. */
    private static final Map<String, String> TOPIC_CONFIG =
            Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", "604800000");

    private final Path directory;
    private final PrintStream out;
    private final List<String> contenderOptions;
    private final Thread stopper = new Thread(this::stop, "lab-stop");
    private final Deque<JavaProcess> processes = new ArrayDeque<>();
    private @Nullable JavaProcess broker;
    private String bootstrapServers = "";
    private boolean stopped;

    private Lab(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
        List<String> options = new ArrayList<>(List.of(HEAP));
        String more = System.getenv("BENCHMARKS_JAVA_OPTS");
        if (more != null && !more.isBlank()) {
            options.addAll(List.of(more.trim().split("\\s+", -1)));
        }
        this.contenderOptions = List.copyOf(options);
    }

    /** Starts a broker in a new directory below this one. */
    static Lab open(Path parent, PrintStream out) {
        try {
            Files.createDirectories(parent);
            Lab lab = new Lab(Files.createTempDirectory(parent, "keyfold-benchmarks-"), out);
            Runtime.getRuntime().addShutdownHook(lab.stopper);
            try {
                lab.tell();
                lab.startBroker();
                return lab;
            } catch (RuntimeException e) {
                lab.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a directory below " + parent + ": " + e.getMessage(), e);
        }
    }

    private void tell() {
        out.println(
                "Topics have " + PARTITIONS + " partitions; nothing of them is compacted in a run: " + TOPIC_CONFIG);
        out.println(
                "Starting a broker; each contender has a JVM of its own with " + String.join(" ", contenderOptions));
    }

    private void startBroker() {
        JavaProcess started = start(
                "broker",
                BROKER_OPTIONS,
                CLASS_PATH,
                BrokerMain.class,
                List.of("--data-dir", directory("broker").toString()));
        broker = started;
        String ready = started.await("READY bootstrap=");
        bootstrapServers = ready.substring(0, ready.indexOf(' '));
    }

    /** Another broker, without topics: one that has served others is warmer, and cleans their logs while the next is measured. */
    void renewBroker() {
        requireNonNull(broker).stop();
        remove(directory("broker"));
        startBroker();
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    Path directory(String name) {
        return directory.resolve(name);
    }

    /** Makes a topic of 6 partitions that nothing compacts, and its dead-letter topic. */
    void createTopic(String name) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            admin.createTopics(List.of(
                            new NewTopic(name, Optional.of(PARTITIONS), Optional.empty()).configs(TOPIC_CONFIG),
                            new NewTopic(name + ".dlq", Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot make topic " + name + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot make topic " + name + ": interrupted", e);
        }
    }

    /** Starts a JVM that measures one contender. */
    JavaProcess start(Assignment assignment) {
        return start(
                assignment.contender().label(), contenderOptions, CLASS_PATH, ChildMain.class, assignment.arguments());
    }

    /** Starts a JVM that has a table and answers over HTTP. */
    JavaProcess startService(String name, List<String> settings) {
        return start(name, contenderOptions, classPathOfService(), ServiceMain.class, settings);
    }

    /** Without the risk service, whose beans and settings would be taken for its own. */
    private static String classPathOfService() {
        URI risk = URI.create(RiskTopology.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        Path other = Path.of(risk);
        return Arrays.stream(CLASS_PATH.split(File.pathSeparator, -1))
                .filter(entry -> !Path.of(entry).toAbsolutePath().normalize().equals(other))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private synchronized JavaProcess start(
            String name, List<String> options, String classPath, Class<?> main, List<String> arguments) {
        if (stopped) {
            throw new IllegalStateException("Cannot start " + name + ": the run is ending");
        }
        // Native libraries are unpacked there; whoever is killed leaves them behind.
        List<String> all = new ArrayList<>(options);
        all.add("-Djava.io.tmpdir=" + directory);
        // Others on the class path have a logback.xml.
        all.add("-Dlogback.configurationFile=logback-benchmarks.xml");
        JavaProcess process =
                JavaProcess.start(name, directory.resolve(name + ".log"), all, classPath, main, arguments, out);
        processes.push(process);
        return process;
    }

    /** Removes a directory with all that is in it. */
    static void remove(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + directory + ": " + e.getMessage(), e);
        }
    }

    private synchronized void stop() {
        if (!stopped) {
            stopped = true;
            processes.forEach(JavaProcess::stop);
            remove(directory);
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(stopper);
        } catch (IllegalStateException e) {
            // It runs.
        }
    }
}
