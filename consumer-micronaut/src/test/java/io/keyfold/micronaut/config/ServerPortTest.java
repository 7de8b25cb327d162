package io.keyfold.micronaut.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class ServerPortTest {

    @Test
    void requireFree_taken_saysWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> ServerPort.requireFree("127.0.0.1", port, "svc"))
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start svc: port " + port
                            + " is taken; stop what listens there or set micronaut.server.port");
        }
    }

    @Test
    void requireFree_free_staysFree() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        assertThatCode(() -> {
                    ServerPort.requireFree("127.0.0.1", port, "svc");
                    ServerPort.requireFree("127.0.0.1", port, "svc");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void requireFree_addressOfAnotherMachine_saysWhatToDo() {
        assertThatThrownBy(() -> ServerPort.requireFree("192.0.2.1", 8081, "svc"))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("Cannot start svc: port 8081 cannot be listened on (")
                .hasMessageEndingWith("); set micronaut.server.port or micronaut.server.host");
    }
}
