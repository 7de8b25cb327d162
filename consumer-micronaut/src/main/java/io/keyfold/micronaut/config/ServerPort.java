package io.keyfold.micronaut.config;

import io.keyfold.error.StartException;
import io.micronaut.context.env.Environment;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The HTTP port, looked at before anything slow begins. */
final class ServerPort {

    private static final int MICRONAUT_DEFAULT = 8080;

    private ServerPort() {}

    /**
     * Refuses a port that is taken. A test, and a port that the system is to choose, are let pass.
     *
     * @throws StartException if the port cannot be had
     */
    static void requireFree(Environment environment) {
        if (environment.getActiveNames().contains(Environment.TEST)) {
            return;
        }
        int port =
                environment.getProperty("micronaut.server.port", Integer.class).orElse(MICRONAUT_DEFAULT);
        if (port > 0) {
            String host = environment
                    .getProperty("micronaut.server.host", String.class)
                    .orElse("");
            requireFree(host, port, ApplicationName.in(environment));
        }
    }

    static void requireFree(String host, int port, String application) {
        InetSocketAddress address = host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new StartException(application, "host " + host + " is unknown; set micronaut.server.host");
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // as the server does: connections that linger are no reason to fail
            socket.bind(address);
        } catch (IOException e) {
            throw new StartException(application, reason(port, e), e);
        }
    }

    private static String reason(int port, IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("in use")
                ? "port " + port + " is taken; stop what listens there or set micronaut.server.port"
                : "port " + port + " cannot be listened on (" + message
                        + "); set micronaut.server.port or micronaut.server.host";
    }
}
