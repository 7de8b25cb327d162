package io.keyfold.test.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaMainIT {

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    Path directory;

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void main_startedTwiceOverTheSameData_isReadyWithTheTopicsAndStopsOnSigterm() throws Exception {
        String data = directory.resolve("data").toString();
        Process first = run("--data-dir", data, "--topic", "kept:3:cleanup.policy=compact");
        String readyFirst = readyLine(first);
        first.destroy();
        boolean ended = first.waitFor(30, TimeUnit.SECONDS);

        String readySecond = readyLine(run("--data-dir", data, "--topic", "kept:3", "--topic", "added:1"));

        assertThat(ended).isTrue();
        assertThat(readyFirst).matches("READY bootstrap=127\\.0\\.0\\.1:\\d+ cluster=\\S+");
        assertThat(cluster(readySecond)).isEqualTo(cluster(readyFirst));
        assertThat(topics(readySecond)).containsExactlyInAnyOrder("kept", "added");
    }

    @Test
    void main_portTaken_isOneSentenceAndExitCode1() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = run("--data-dir", directory.toString(), "--port", "" + taken.getLocalPort());

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(stderr())
                    .containsExactly("Cannot start Kafka broker: port " + taken.getLocalPort()
                            + " of 127.0.0.1 is taken; choose another");
        }
    }

    @Test
    void main_wrongArgument_isOneSentenceAndExitCode1() throws Exception {
        Process process = run("--port", "1");

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(stderr()).containsExactly("--data-dir: missing (expected: a directory)");
    }

    private Process run(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedKafkaMain.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectError(directory.resolve("stderr").toFile())
                .start();
        processes.add(process);
        return process;
    }

    /** Reads on until the line; what a logging backend of this test prints goes to standard output too. */
    private static String readyLine(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        while (line != null && !line.startsWith("READY ")) {
            line = output.readLine();
        }
        assertThat(line).as("output until READY").isNotNull();
        return line == null ? "" : line;
    }

    private List<String> stderr() throws IOException {
        return Files.readAllLines(directory.resolve("stderr"));
    }

    private static String cluster(String readyLine) {
        return readyLine.substring(readyLine.indexOf(" cluster="));
    }

    private static Set<String> topics(String readyLine) throws Exception {
        String bootstrap = readyLine.split("[= ]", -1)[2];
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            return admin.listTopics().names().get(30, TimeUnit.SECONDS);
        }
    }
}
