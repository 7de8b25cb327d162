package io.keyfold.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The README's second command, run as a newcomer runs it: a broker, traffic and both services as processes, every row
 * compared. Lies in the last module, where all jars are built.
 */
class DemoIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int RISK_PORT = 8081;
    private static final long TIMEOUT_MINUTES = 5;

    @Test
    @SuppressWarnings("try") // the port is only held
    void demoCheck_withItsUsualPortTaken_findsEveryRowAndLeavesNothingRunning()
            throws IOException, InterruptedException {
        Path log = Path.of("target", "demo-check.log").toAbsolutePath();
        ProcessBuilder demo = new ProcessBuilder("./demo", "--check")
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        demo.environment().put("DEMO_BUILD", "no");

        Process process;
        boolean ended;
        try (Closeable taken = take(RISK_PORT)) {
            process = demo.start();
            ended = process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
            process.destroy();
        }

        List<String> lines = Files.readAllLines(log);
        assertThat(ended).as("ended in time; %s", log).isTrue();
        assertThat(lines.get(lines.size() - 1)).matches("demo rows=(\\d{3,}) expected=\\1 wrong=0");
        assertThat(process.exitValue()).isZero();
        assertThat(children()).as("left running").isEmpty();
    }

    /** Takes the port, unless somebody else has it already. */
    private static Closeable take(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (BindException e) {
            // Somebody else has it, which serves as well.
        }
        return socket;
    }

    /** The demo's broker and services have their directory below the checkout's in their arguments. */
    private static List<String> children() {
        String mark = ROOT.resolve(".demo").resolve("check-").toString();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::info)
                .flatMap(info -> info.commandLine().stream())
                .filter(command -> command.contains(mark))
                .toList();
    }
}
