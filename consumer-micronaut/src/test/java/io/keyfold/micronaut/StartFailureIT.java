package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service that cannot start says why in one sentence and ends, as a process of its own. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class StartFailureIT {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final String NOBODY = "--keyfold.bootstrap-servers=127.0.0.1:1";
    private static final String ORDER_ITEMS = "--keyfold.tables.dwd_order_item.contract=dwd_order_item";

    @TempDir
    Path directory;

    @Test
    void start_noBrokerIsSet_saysSo() throws Exception {
        assertThat(sentenceOf(ORDER_ITEMS))
                .isEqualTo(
                        "orders-service: Cannot start orders-service: keyfold.bootstrap-servers is not set; set it to"
                                + " host:port of a Kafka broker");
    }

    @Test
    void start_noBrokerAnswers_saysWhere() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.start-timeout=2s"))
                .startsWith("orders-service: Cannot start orders-service: ")
                .contains("127.0.0.1:1");
    }

    @Test
    void start_unknownContract_saysWhich() throws Exception {
        assertThat(sentenceOf(NOBODY, "--keyfold.tables.dwd_order.contract=dwd_order"))
                .startsWith("orders-service: Cannot accept contract dwd_order: no contract of that name is published");
    }

    @Test
    void start_peersWithoutSecret_saysWhatIsMissing() throws Exception {
        assertThat(sentenceOf(
                        NOBODY,
                        ORDER_ITEMS,
                        "--keyfold.peers.address=orders-0:8080",
                        "--keyfold.peers.allowed=orders-0:8080"))
                .isEqualTo(
                        "orders-service: Cannot start orders-service: keyfold.peers.address is set and keyfold.secret is"
                                + " not; set it to the same 32 characters or more on all instances");
    }

    @Test
    void start_contractFileMissing_saysWhich() throws Exception {
        assertThat(sentenceOf(NOBODY, "--keyfold.tables.orders.contract=file:/nowhere/orders.yaml"))
                .startsWith("orders-service: Cannot accept contract /nowhere/orders.yaml: the file cannot be read");
    }

    @Test
    void start_topicMissing_saysWhich(KeyfoldKafka kafka) throws Exception {
        String missing = kafka.uniqueName("missing");

        assertThat(sentenceOf(
                        "--keyfold.bootstrap-servers=" + kafka.bootstrapServers(),
                        ORDER_ITEMS,
                        "--keyfold.tables.dwd_order_item.topic=" + missing))
                .startsWith("orders-service: Cannot start ")
                .contains(missing);
    }

    @Test
    void start_stateDirNotWritable_saysWhich(KeyfoldKafka kafka) throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "not a directory");
        Path below = file.resolve("state");

        assertThat(sentenceOf(
                        "--keyfold.bootstrap-servers=" + kafka.bootstrapServers(),
                        ORDER_ITEMS,
                        "--keyfold.tables.dwd_order_item.topic="
                                + kafka.createTopic("dwd_order_item", 1, Map.of("cleanup.policy", "compact")),
                        "--keyfold.tables.dwd_order_item.dead-letter-topic=" + kafka.createTopic("dead-letters", 1),
                        "--keyfold.state-dir=" + below))
                .startsWith("orders-service: Cannot start ")
                .contains(below.toString());
    }

    @Test
    void start_portTaken_saysWhich() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--micronaut.server.port=" + taken.getLocalPort()))
                    .isEqualTo("orders-service: Cannot start orders-service: port " + taken.getLocalPort()
                            + " is taken; stop what listens there or set micronaut.server.port");
        }
    }

    @Test
    void start_settingMisspelt_saysWhich() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.state_directory=x"))
                .startsWith(
                        "orders-service: Cannot start orders-service: keyfold.state-directory: unknown (expected: ");
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.start-timeout=soon"))
                .isEqualTo("orders-service: Cannot start orders-service: keyfold.start-timeout: soon (expected: a"
                        + " duration such as 20s)");
        assertThat(sentenceOf(NOBODY, "--keyfold.tables.dwd_order_item.topik=x"))
                .startsWith(
                        "orders-service: Cannot start orders-service: keyfold.tables.dwd_order_item.topik: unknown");
    }

    @Test
    void start_othersCouldAskAndNobodyIsKnown_saysWhatToSet() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--micronaut.server.host=0.0.0.0"))
                .startsWith(
                        "orders-service: Cannot start orders-service: callers must be known and nobody could be; set"
                                + " keyfold.api-keys.<name>.key-sha256 and ");
    }

    @Test
    void start_securityOffWhereOthersReach_isRefused() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--micronaut.server.host=0.0.0.0", "--keyfold.security=off"))
                .startsWith(
                        "orders-service: Cannot start orders-service: keyfold.security is off and others than this");
    }

    @Test
    void start_keyWhereItsHashBelongs_isNotPrinted() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.api-keys.risk.key-sha256=my-own-key"))
                .startsWith(
                        "orders-service: Cannot start orders-service: keyfold.api-keys.risk.key-sha256: a text of 10")
                .doesNotContain("my-own-key");
    }

    @Test
    void start_limitWrong_saysWhich() throws Exception {
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.limits.page-size=0"))
                .isEqualTo("orders-service: Cannot start orders-service: keyfold.limits.page-size: 0 (expected: 1 .."
                        + " 10000)");
        assertThat(sentenceOf(NOBODY, ORDER_ITEMS, "--keyfold.access-log=yes"))
                .isEqualTo("orders-service: Cannot start orders-service: keyfold.access-log: yes (expected: true or"
                        + " false)");
    }

    /** {@return the one line on standard error of a service with these arguments, which ends by itself and in time} */
    private String sentenceOf(String... args) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FailingService.class.getName(),
                "--micronaut.application.name=orders-service",
                "--micronaut.server.host=127.0.0.1",
                "--keyfold.state-dir=" + directory.resolve("state")));
        command.addAll(List.of(args));
        Process service = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(service.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("ended within " + LONGEST)
                    .isTrue();
        } finally {
            service.destroyForcibly();
        }
        assertThat(service.exitValue()).isEqualTo(1);
        assertThat(Files.readString(out, UTF_8)).doesNotContain("\tat ");
        assertThat(Files.readAllLines(err, UTF_8)).hasSize(1);
        return Files.readAllLines(err, UTF_8).get(0);
    }
}
