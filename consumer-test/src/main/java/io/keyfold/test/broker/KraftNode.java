package io.keyfold.test.broker;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import kafka.server.KafkaConfig;
import kafka.server.KafkaConfig$;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * One run of a broker, from start to stop. The only class that names Kafka's server classes, which are internal to
 * Kafka and move between its versions.
 */
final class KraftNode {

    static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    static {
        Exit.setExitProcedure((status, message) -> {
            recordFault(status, message);
            Runtime.getRuntime().exit(status);
        });
        Exit.setHaltProcedure((status, message) -> {
            recordFault(status, message);
            Runtime.getRuntime().halt(status);
        });
    }

    private final BrokerThreads threads;
    private final KafkaRaftServer server;
    private final BrokerPorts ports;

    private KraftNode(BrokerThreads threads, KafkaRaftServer server, BrokerPorts ports) {
        this.threads = threads;
        this.server = server;
        this.ports = ports;
    }

    /** {@return the names of all settings that a broker knows} */
    static Set<String> settingNames() {
        return KafkaConfig$.MODULE$.configDef().names();
    }

    /**
     * {@return a node that is up: it has formatted its directory if that was new, and takes requests}
     *
     * @throws IllegalStateException if it does not come up; nothing of it is left running then
     */
    static KraftNode start(BrokerSettings settings, DataDirectory data, BrokerPorts ports) {
        Properties properties = settings.toProperties(data, ports);
        BrokerThreads threads = new BrokerThreads("embedded-kafka-" + ports.client());
        String what = "start Kafka broker " + ports.bootstrapServers() + " in " + data.path();
        KraftNode node = threads.run(what, START_TIMEOUT, () -> {
            format(data);
            return new KraftNode(threads, new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM), ports);
        });
        try {
            threads.run(what, START_TIMEOUT, () -> {
                node.server.startup();
                return node;
            });
            node.requireNoFault(what);
            return node;
        } catch (IllegalStateException failure) {
            node.stopAfter(failure);
            throw failure;
        }
    }

    Optional<String> fault() {
        return threads.fault();
    }

    void awaitFault() throws InterruptedException {
        threads.awaitFault();
    }

    /** Stops it in good order: it hands over what it leads, writes its logs and frees its ports. */
    void stop() {
        threads.run("stop Kafka broker " + ports.bootstrapServers(), STOP_TIMEOUT, () -> {
            server.shutdown();
            server.awaitShutdown();
            return this;
        });
    }

    private void stopAfter(IllegalStateException failure) {
        try {
            stop();
        } catch (IllegalStateException second) {
            failure.addSuppressed(second);
        }
    }

    private void requireNoFault(String what) {
        fault().ifPresent(fault -> {
            throw new IllegalStateException("Cannot " + what + ": " + fault);
        });
    }

    private static void format(DataDirectory data) throws Exception {
        if (data.isFormatted()) {
            return;
        }
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .setNodeId(BrokerSettings.NODE_ID)
                .setClusterId(data.clusterId())
                .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                .setMetadataLogDirectory(data.path().toString())
                .addDirectory(data.path().toString())
                .run();
    }

    /** Called where Kafka wants to end the JVM. Returns only if no embedded broker asks. */
    private static void recordFault(int status, String message) {
        BrokerThreads.ofCurrentThread().ifPresent(threads -> {
            String fault =
                    "it met a fatal fault in thread " + Thread.currentThread().getName() + " (exit status " + status
                            + (message == null ? "" : ", " + message) + "); its log at ERROR has the cause";
            threads.recordFault(fault);
            throw new IllegalStateException(fault);
        });
    }
}
