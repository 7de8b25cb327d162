package io.keyfold.test.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The ports of one embedded broker: for clients, for clients that log in, and for its controller.
 *
 * <p>Picked at random from a range below the ephemeral ports, so that no outgoing connection takes one while the broker
 * is stopped, and checked by binding. Two brokers of this JVM never hold the same port; another process still may
 * between check and use, which is why the start is tried again ({@link #ATTEMPTS}).
 */
record BrokerPorts(int client, int users, int controller) {

    static final int ATTEMPTS = 5;

    private static final String HOST = "127.0.0.1";
    private static final byte[] HOST_ADDRESS = {127, 0, 0, 1};
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final Set<Integer> HELD = ConcurrentHashMap.newKeySet();

    /** {@return ports held for the caller until {@link #release()}} */
    static BrokerPorts pick(OptionalInt wantedClient) {
        int client = wantedClient.isPresent() ? hold(wantedClient.getAsInt()) : holdAny();
        int users = 0;
        try {
            users = holdAny();
            return new BrokerPorts(client, users, holdAny());
        } catch (IllegalStateException noneLeft) {
            HELD.remove(client);
            HELD.remove(users);
            throw noneLeft;
        }
    }

    String bootstrapServers() {
        return HOST + ":" + client;
    }

    /** {@return listeners of the two ports, as Kafka's setting {@code listeners} writes them} */
    String listeners(String clientListener, String controllerListener) {
        return clientListener + "://" + HOST + ":" + client + "," + controllerListener + "://" + controllerAddress();
    }

    /** {@return where clients log in, if the broker knows users} */
    String usersAddress() {
        return HOST + ":" + users;
    }

    String controllerAddress() {
        return HOST + ":" + controller;
    }

    /** {@return whether all could be bound now} */
    boolean areFree() {
        return IntStream.of(client, users, controller)
                .allMatch(port -> bindFailure(port).isEmpty());
    }

    void release() {
        HELD.remove(client);
        HELD.remove(users);
        HELD.remove(controller);
    }

    private static int hold(int port) {
        Optional<IOException> failure = bindFailure(port);
        if (failure.isPresent() || !HELD.add(port)) {
            throw new IllegalStateException(
                    "Cannot start Kafka broker: port " + port + " of " + HOST + " is taken; choose another",
                    failure.orElse(null));
        }
        return port;
    }

    private static int holdAny() {
        int size = LAST - FIRST + 1;
        int start = ThreadLocalRandom.current().nextInt(size);
        return IntStream.range(0, size)
                .map(step -> FIRST + (start + step) % size)
                .filter(port -> bindFailure(port).isEmpty() && HELD.add(port))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "Cannot start Kafka broker: no port free in " + FIRST + " .. " + LAST + " of " + HOST));
    }

    private static Optional<IOException> bindFailure(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(HOST_ADDRESS), port));
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of(failure);
        }
    }
}
