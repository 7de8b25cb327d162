package io.keyfold.test.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {

    @Test
    void start_freshDirectory_takesAndReturnsRecords() {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
            TopicProbe topic = TopicProbe.create(kafka, "fresh");

            topic.write("a", "b");

            assertThat(topic.readCommitted(2)).containsExactly("a", "b");
            assertThat(kafka.isRunning()).isTrue();
        }
    }

    @Test
    void start_settingGiven_brokerHasIt() throws Exception {
        try (EmbeddedKafka kafka =
                EmbeddedKafka.builder().config("log.cleaner.backoff.ms", "250").start()) {

            assertThat(TopicProbe.brokerSetting(kafka, "log.cleaner.backoff.ms"))
                    .isEqualTo("250");
            assertThat(TopicProbe.brokerSetting(kafka, "auto.create.topics.enable"))
                    .isEqualTo("false");
        }
    }

    @Test
    void restart_recordsWritten_keepsDataPortAndClusterId() {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
            String address = kafka.bootstrapServers();
            String clusterId = kafka.clusterId();
            TopicProbe topic = TopicProbe.create(kafka, "kept");
            topic.write("a");

            kafka.stop();
            boolean runningWhileStopped = kafka.isRunning();
            kafka.restart();

            assertThat(runningWhileStopped).isFalse();
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(kafka.clusterId()).isEqualTo(clusterId);
            assertThat(TopicProbe.clusterIdAtBroker(kafka)).isEqualTo(clusterId);
            assertThat(topic.readCommitted(1)).containsExactly("a");
        }
    }

    @Test
    void transaction_abortedAndCommitted_readCommittedSeesTheCommitted() {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
            TopicProbe topic = TopicProbe.create(kafka, "transactions");

            topic.writeAborted("aborted");
            topic.writeCommitted("committed");

            assertThat(topic.readCommitted(1)).containsExactly("committed");
            assertThat(topic.readUncommitted(2)).containsExactly("aborted", "committed");
        }
    }

    @Test
    void dataDir_startedAgain_seesTopicsAndClusterId(@TempDir Path directory) {
        String clusterId;
        try (EmbeddedKafka first = EmbeddedKafka.builder().dataDir(directory).start()) {
            clusterId = first.clusterId();
            TopicProbe.create(first, "kept").write("a");
        }

        try (EmbeddedKafka second = EmbeddedKafka.builder().dataDir(directory).start()) {
            assertThat(second.clusterId()).isEqualTo(clusterId);
            assertThat(TopicProbe.existing(second, "kept").readCommitted(1)).containsExactly("a");
        }
    }

    @Test
    void dataDir_inUse_isRefusedAndTheJvmLives(@TempDir Path directory) {
        try (EmbeddedKafka first = EmbeddedKafka.builder().dataDir(directory).start()) {

            assertThatThrownBy(() -> EmbeddedKafka.builder().dataDir(directory).start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot use data directory " + directory
                            + ": another broker uses it; stop that one or choose another directory");
            assertThat(first.isRunning()).isTrue();
        }
    }

    @Test
    void close_temporaryDirectory_isDeleted() {
        EmbeddedKafka kafka = EmbeddedKafka.builder().start();
        Path directory = kafka.dataDir();

        kafka.close();
        kafka.close();

        assertThat(directory).doesNotExist();
        assertThatThrownBy(kafka::restart)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot restart the embedded broker " + kafka.bootstrapServers() + ": it is closed");
    }

    @Test
    void start_portTaken_isRefused() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {

            assertThatThrownBy(() ->
                            EmbeddedKafka.builder().port(taken.getLocalPort()).start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot start Kafka broker: port " + taken.getLocalPort()
                            + " of 127.0.0.1 is taken; choose another");
        }
    }

    @Test
    void start_portTakenAfterTheCheck_triesOthers() throws IOException {
        BrokerPorts ports = BrokerPorts.pick(OptionalInt.empty());
        BrokerSettings settings = new BrokerSettings(Map.of());
        try (ServerSocket taken = new ServerSocket(ports.client(), 1, InetAddress.getLoopbackAddress());
                EmbeddedKafka kafka =
                        EmbeddedKafka.start(settings, DataDirectory.temporary(), ports, OptionalInt.empty())) {

            assertThat(kafka.isRunning()).isTrue();
            assertThat(kafka.bootstrapServers()).doesNotEndWith(":" + taken.getLocalPort());
        }
    }

    @Test
    void user_ofTheBroker_mayDoWhatIsGrantedAndNothingElse() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().user("reader").start();
                Admin reader = Admin.create(new HashMap<String, Object>(kafka.properties("reader")))) {
            kafka.admin()
                    .createTopics(List.of(new NewTopic("seen", 1, (short) 1), new NewTopic("unseen", 1, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            kafka.admin()
                    .createAcls(List.of(new AclBinding(
                            new ResourcePattern(ResourceType.TOPIC, "seen", PatternType.LITERAL),
                            new AccessControlEntry(
                                    "User:reader", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW))))
                    .all()
                    .get(30, TimeUnit.SECONDS);

            // The controller has taken both; the broker hears of them a little later.
            await().untilAsserted(() -> assertThat(reader.listTopics().names().get(30, TimeUnit.SECONDS))
                    .containsExactly("seen"));
        }
    }

    @Test
    void user_thatWasNotNamed_isRefused() {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
            assertThatThrownBy(() -> kafka.properties("reader"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("user: reader (expected: one of [])");
            assertThatThrownBy(() -> EmbeddedKafka.builder().user("a b"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("user: a b (expected: 1 .. 100 letters, digits, _ or -)");
        }
    }

    @Test
    void config_ownedOrUnknown_isRefused() {
        EmbeddedKafkaBuilder builder = EmbeddedKafka.builder();

        assertThatThrownBy(() -> builder.config("listeners", "PLAINTEXT://:9092"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("config: listeners (expected: a setting that the embedded broker does not own)");
        assertThatThrownBy(() -> builder.config("log.cleaner.backof.ms", "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("config: log.cleaner.backof.ms (expected: a Kafka broker setting)");
    }

    @Test
    void restart_portTakenMeanwhile_failsAndTheJvmLives() throws IOException {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {
            int port = Integer.parseInt(kafka.bootstrapServers().split(":", 2)[1]);
            kafka.stop();

            try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThatThrownBy(kafka::restart)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("Cannot start Kafka broker 127.0.0.1:" + port)
                        .hasMessageContaining("Address already in use");
                assertThat(taken.isBound()).isTrue();
            }
            kafka.restart();

            assertThat(kafka.isRunning()).isTrue();
        }
    }

    @Test
    void fatalFault_ofARunningBroker_surfacesAndTheJvmLives() {
        try (EmbeddedKafka kafka = EmbeddedKafka.builder().start()) {

            new Thread(threadsOf(kafka), () -> Exit.halt(1), "faulty").start();

            assertThatThrownBy(kafka::awaitFault)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Cannot run the embedded broker 127.0.0.1:")
                    .hasMessageEndingWith(
                            ": it met a fatal fault in thread faulty (exit status 1); its log at ERROR has the cause");
            assertThatThrownBy(kafka::bootstrapServers)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Cannot use the embedded broker");
            assertThat(kafka.isRunning()).isFalse();
        }
    }

    private static ThreadGroup threadsOf(EmbeddedKafka kafka) {
        String name = "embedded-kafka-" + kafka.bootstrapServers().split(":", 2)[1];
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getThreadGroup)
                .filter(group -> group != null && group.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
