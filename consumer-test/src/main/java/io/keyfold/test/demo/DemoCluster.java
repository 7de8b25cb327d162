package io.keyfold.test.demo;

import io.keyfold.schemas.TableContract;
import io.keyfold.test.broker.EmbeddedKafkaMain;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** The processes of the demo: a broker with kept data and the two services. Closed in the reverse order. */
final class DemoCluster implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PORTS_TRIED = 200;

    private final Path root;
    private final Path dir;
    private final DemoHttp http = new DemoHttp();
    private final Deque<DemoProcess> processes = new ArrayDeque<>();
    /** A service binds its port a while after it was given one. */
    private final Set<Integer> givenOut = new HashSet<>();

    private boolean closed;

    /**
     * Nothing runs yet.
     *
     * @param root the checkout, where the modules' jars are
     * @param dir where broker data, state and logs go
     */
    DemoCluster(Path root, Path dir) {
        this.root = root;
        this.dir = dir;
    }

    /** Starts a broker with the tables' topics; gives its address once it is proven to be this one. */
    String startBroker(TableContract... contracts) {
        System.out.println("Starting a broker (data in " + dir.resolve("broker") + ")");
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedKafkaMain.class.getName(),
                "--data-dir",
                dir.resolve("broker").toString()));
        for (TableContract contract : contracts) {
            arguments.add("--topic");
            arguments.add(contract.topic() + ":6:cleanup.policy=compact,delete.retention.ms=86400000");
            arguments.add("--topic");
            arguments.add(contract.topic() + ".dlq:1:retention.ms=-1");
        }
        DemoProcess broker = start("broker", arguments);
        String ready = broker.await("the address", () -> broker.line("READY "));
        String bootstrap = word(ready, "bootstrap=");
        String answered = clusterIdAt(bootstrap);
        if (!answered.equals(word(ready, "cluster="))) {
            throw new IllegalStateException("Cannot use the broker at " + bootstrap + ": cluster " + answered
                    + " answers there, not the demo's own");
        }
        return bootstrap;
    }

    private static String word(String line, String prefix) {
        return Pattern.compile(" ")
                .splitAsStream(line)
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Cannot read the broker's address: " + line));
    }

    private static String clusterIdAt(String bootstrap) {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
            return admin.describeCluster().clusterId().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Cannot reach the broker at " + bootstrap + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot reach the broker at " + bootstrap + ": interrupted", e);
        }
    }

    /** Starts a service; gives its URL once it is ready. */
    Service startService(String module, int wantedPort, String bootstrap) {
        int port = freePort(wantedPort);
        System.out.println("Starting " + module + " on port " + port);
        DemoProcess process = start(
                module,
                List.of(
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-Dmicronaut.server.port=" + port,
                        "-Dkeyfold.bootstrap-servers=" + bootstrap,
                        "-Dkeyfold.state-dir=" + dir.resolve("state").resolve(module),
                        "-jar",
                        jar(module).toString()));
        return new Service(process, "http://127.0.0.1:" + port);
    }

    /** A service that was started. */
    record Service(DemoProcess process, String url) {}

    void awaitReady(Service service) {
        service.process().await("readiness", () -> http.get(service.url() + "/health/readiness"));
    }

    private synchronized DemoProcess start(String name, List<String> arguments) {
        if (closed) {
            throw new IllegalStateException("Cannot start " + name + ": the demo is ending");
        }
        DemoProcess process = DemoProcess.start(name, dir.resolve("logs"), arguments);
        processes.push(process);
        return process;
    }

    private Path jar(String module) {
        File[] jars = root.resolve(module)
                .resolve("target")
                .toFile()
                .listFiles(file -> file.getName().matches(module + "-[0-9].*\\.jar")
                        && !file.getName().matches(".*-(javadoc|sources|tests)\\.jar"));
        if (jars == null || jars.length != 1) {
            throw new IllegalStateException("Cannot find the jar of " + module + ": build it with mvn clean package");
        }
        return jars[0].toPath();
    }

    private int freePort(int wanted) {
        for (int port = wanted; port < wanted + PORTS_TRIED; port++) {
            if (givenOut.contains(port)) {
                continue;
            }
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                givenOut.add(port);
                return port;
            } catch (IOException e) {
                // Taken; the next one may be free.
            }
        }
        throw new IllegalStateException(
                "Cannot find a free port: " + wanted + " .. " + (wanted + PORTS_TRIED) + " are taken");
    }

    /** Stops what was started, the services before the broker. */
    @Override
    public synchronized void close() {
        closed = true;
        List<DemoProcess> ending = new ArrayList<>(processes);
        processes.clear();
        Optional<DemoProcess> broker = ending.isEmpty() ? Optional.empty() : Optional.of(ending.get(ending.size() - 1));
        ending.stream().filter(process -> broker.filter(process::equals).isEmpty()).toList().parallelStream()
                .forEach(DemoProcess::close);
        broker.ifPresent(DemoProcess::close);
    }
}
