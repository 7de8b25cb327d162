package io.keyfold.test.broker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * One real Kafka broker (KRaft, broker and controller in one node) inside this JVM, on 127.0.0.1.
 *
 * <p>States: running, after {@link EmbeddedKafkaBuilder#start()} or {@link #restart()}; stopped, after {@link #stop()},
 * with its data and its port kept; closed, for good. A fatal fault of a running broker does not end the JVM: from then
 * on {@link #bootstrapServers()}, {@link #admin()}, {@link #stop()} and {@link #restart()} throw, and only
 * {@link #close()} is left.
 *
 * <p>May be used from any thread. Starting takes seconds in a fresh JVM and less than one after that.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private enum State {
        RUNNING,
        STOPPED,
        CLOSED
    }

    private final BrokerSettings settings;
    private final DataDirectory data;
    private BrokerPorts ports;
    private State state = State.STOPPED;
    private @Nullable KraftNode node;
    private @Nullable Admin admin;

    private EmbeddedKafka(BrokerSettings settings, DataDirectory data, BrokerPorts ports) {
        this.settings = settings;
        this.data = data;
        this.ports = ports;
    }

    /** {@return a builder of a broker with settings that suit tests} */
    public static EmbeddedKafkaBuilder builder() {
        return new EmbeddedKafkaBuilder();
    }

    /**
     * {@return a running broker} On failure nothing is left held.
     *
     * @param wantedPort the port that new ports must contain, if the first ones turn out to be taken
     */
    static EmbeddedKafka start(BrokerSettings settings, DataDirectory data, BrokerPorts ports, OptionalInt wantedPort) {
        EmbeddedKafka kafka = new EmbeddedKafka(settings, data, ports);
        boolean started = false;
        try {
            for (int attempt = 1; !started; attempt++) {
                started = kafka.tryStart(attempt, wantedPort);
            }
        } finally {
            if (!started) {
                kafka.close();
            }
        }
        return kafka;
    }

    /**
     * {@return the address for {@code bootstrap.servers}, the same before and after a restart}
     *
     * @throws IllegalStateException if the broker met a fatal fault
     */
    public synchronized String bootstrapServers() {
        requireSound("use");
        return ports.bootstrapServers();
    }

    /**
     * {@return what a client must be configured with to come as this user: address, protocol and credentials}
     *
     * @param user one that {@link EmbeddedKafkaBuilder#user(String)} named
     * @throws IllegalArgumentException if none is named so
     * @throws IllegalStateException if the broker met a fatal fault
     */
    public synchronized Map<String, String> properties(String user) {
        requireSound("use");
        return settings.clientProperties(user, ports);
    }

    /** {@return the id of the cluster; a broker started again over the same data has the same} */
    public String clusterId() {
        return data.clusterId();
    }

    /** {@return the directory that holds the data} */
    public Path dataDir() {
        return data.path();
    }

    /** {@return whether the broker is running and has met no fatal fault} */
    public synchronized boolean isRunning() {
        return state == State.RUNNING && fault().isEmpty();
    }

    /**
     * {@return an admin client of this broker, shared by all callers and closed with the broker; do not close it}
     *
     * @throws IllegalStateException if the broker is closed or met a fatal fault
     */
    public synchronized Admin admin() {
        requireSound("use");
        requireOpen("use");
        if (admin == null) {
            admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, ports.bootstrapServers()));
        }
        return admin;
    }

    /**
     * Stops the broker in good order and keeps its data and port; does nothing if it is stopped.
     *
     * @throws IllegalStateException if the broker is closed, met a fatal fault or does not stop
     */
    public synchronized void stop() {
        requireSound("stop");
        requireOpen("stop");
        stopNode();
    }

    /**
     * Starts the broker again over the same data and on the same port, after stopping it if it runs.
     *
     * @throws IllegalStateException if the broker is closed, met a fatal fault or does not start
     */
    public synchronized void restart() {
        requireSound("restart");
        requireOpen("restart");
        stopNode();
        node = KraftNode.start(settings, data, ports);
        state = State.RUNNING;
    }

    /**
     * Stops the broker for good and deletes the data, unless {@link EmbeddedKafkaBuilder#dataDir(Path)} named where it
     * is. Does nothing the second time.
     *
     * @throws IllegalStateException if the broker does not stop
     */
    @Override
    public synchronized void close() {
        if (state == State.CLOSED) {
            return;
        }
        try {
            if (admin != null) {
                admin.close(KraftNode.STOP_TIMEOUT);
            }
            stopNode();
        } finally {
            state = State.CLOSED;
            ports.release();
            data.release();
        }
    }

    /** {@return what ended the broker, if something did} */
    synchronized Optional<String> fault() {
        return node == null ? Optional.empty() : node.fault();
    }

    /**
     * Blocks while the broker is sound.
     *
     * @throws IllegalStateException when it has met a fatal fault
     */
    void awaitFault() throws InterruptedException {
        KraftNode running;
        synchronized (this) {
            running = node;
        }
        if (running != null) {
            running.awaitFault();
        }
        requireSound("run");
    }

    /** {@return whether it started; false if its ports were taken meanwhile and new ones should be tried} */
    private synchronized boolean tryStart(int attempt, OptionalInt wantedPort) {
        try {
            node = KraftNode.start(settings, data, ports);
            state = State.RUNNING;
            return true;
        } catch (IllegalStateException failure) {
            if (attempt == BrokerPorts.ATTEMPTS || ports.areFree()) {
                throw failure;
            }
            ports.release();
            ports = BrokerPorts.pick(wantedPort);
            return false;
        }
    }

    private void stopNode() {
        KraftNode running = node;
        node = null;
        state = State.STOPPED;
        if (running != null) {
            running.stop();
        }
    }

    private synchronized void requireSound(String verb) {
        fault().ifPresent(fault -> {
            throw new IllegalStateException(
                    "Cannot " + verb + " the embedded broker " + ports.bootstrapServers() + ": " + fault);
        });
    }

    private void requireOpen(String verb) {
        if (state == State.CLOSED) {
            throw new IllegalStateException(
                    "Cannot " + verb + " the embedded broker " + ports.bootstrapServers() + ": it is closed");
        }
    }

    /** Shows the address and the state. */
    @Override
    public synchronized String toString() {
        return "EmbeddedKafka(" + ports.bootstrapServers() + ", " + state + ")";
    }
}
