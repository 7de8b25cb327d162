package io.keyfold.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.test.ExtensionUsers.Asked;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

class KeyfoldKafkaExtensionIT {

    @Test
    void shared_twoClassesInParallel_haveOneBrokerAndTopicsOfTheirOwn() {
        List<Asked> asked = ExtensionUsers.run(ExtensionUsers.First.class, ExtensionUsers.Second.class);

        assertThat(asked).hasSize(4);
        assertThat(asked).extracting(Asked::clusterId).containsOnly(asked.get(0).clusterId());
        assertThat(asked)
                .extracting(Asked::topic)
                .doesNotHaveDuplicates()
                .allMatch(topic -> topic.matches("dwd_order_item-(First|Second)-\\d+"));
    }

    @Test
    void shared_testEnded_itsTopicsAreGone() {
        List<Asked> asked = ExtensionUsers.run(ExtensionUsers.Ordered.class);

        assertThat(asked).hasSize(2);
        assertThat(asked.get(0).topicsSeen())
                .contains(asked.get(0).topic(), asked.get(0).topic() + "-store-changelog");
        assertThat(asked.get(1).topicsSeen())
                .contains(asked.get(1).topic())
                .noneMatch(topic -> topic.startsWith(asked.get(0).topic()));
    }

    @Nested
    @ExtendWith(KeyfoldKafkaExtension.class)
    class Shared {

        @Test
        void stop_ofTheSharedBroker_isRefused(KeyfoldKafka kafka) {
            assertThatThrownBy(kafka::stop)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "Cannot stop the broker: all test classes of this JVM share it. Give this class a broker"
                                    + " of its own: @RegisterExtension static KeyfoldKafkaExtension kafka ="
                                    + " KeyfoldKafkaExtension.builder().ownBroker().build()");
            assertThatThrownBy(kafka::restart)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Cannot restart the broker: all test classes of this JVM share it.");
        }

        @Test
        void createTopic_settingsGiven_topicHasThem(KeyfoldKafka kafka) throws Exception {
            String topic = kafka.createTopic("compacted", 3, Map.of("cleanup.policy", "compact"));

            assertThat(config(kafka, ConfigResource.Type.TOPIC, topic)
                            .get("cleanup.policy")
                            .value())
                    .isEqualTo("compact");
        }

        @Test
        void createTopic_wrongArgument_isRefused(KeyfoldKafka kafka) {
            assertThatThrownBy(() -> kafka.createTopic("a", 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("partitions: 0 (expected: 1 or more)");
            assertThatThrownBy(() -> kafka.createTopic("a/b", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("name: a/b (expected: 1 .. 150 letters, digits, dots, dashes and underscores)");
            assertThatThrownBy(() -> kafka.createTopic("a", 1, Map.of("cleanup.polizy", "compact")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("configs: {cleanup.polizy=compact} (expected: settings of a Kafka topic)");
        }

        @Test
        void parameter_ofOneTest_isTheSameEverywhereInIt(KeyfoldKafka first, KeyfoldKafka second) {
            assertThat(first).isSameAs(second);
        }
    }

    @Nested
    class Own {

        @RegisterExtension
        static final KeyfoldKafkaExtension kafka = KeyfoldKafkaExtension.builder()
                .brokerConfig("log.cleaner.backoff.ms", "250")
                .build();

        @Test
        void brokerConfig_given_brokerHasIt(KeyfoldKafka sameBroker) throws Exception {
            Config config = config(sameBroker, ConfigResource.Type.BROKER, "1");

            assertThat(config.get("log.cleaner.backoff.ms").value()).isEqualTo("250");
            assertThat(sameBroker.clusterId()).isEqualTo(kafka.clusterId());
        }

        @Test
        void restart_ofOwnBroker_keepsAddressAndTopics() throws Exception {
            String address = kafka.bootstrapServers();
            String topic = kafka.createTopic("kept", 1);

            kafka.stop();
            kafka.restart();

            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(kafka.admin().listTopics().names().get()).contains(topic);
        }
    }

    @Test
    void field_usedBeforeATest_isRefused() {
        KeyfoldKafkaExtension unused = new KeyfoldKafkaExtension();

        assertThatThrownBy(unused::bootstrapServers)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot use the broker: no test of the class has begun; ask in @BeforeAll, @BeforeEach or a"
                        + " test");
    }

    @Test
    void brokerConfig_unknown_isRefusedAtOnce() {
        KeyfoldKafkaExtension.Builder builder = KeyfoldKafkaExtension.builder();

        assertThatThrownBy(() -> builder.brokerConfig("log.cleaner.backof.ms", "100"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("config: log.cleaner.backof.ms (expected: a Kafka broker setting)");
    }

    private static Config config(KeyfoldKafka kafka, ConfigResource.Type type, String name) throws Exception {
        ConfigResource resource = new ConfigResource(type, name);
        return kafka.admin()
                .describeConfigs(List.of(resource))
                .values()
                .values()
                .iterator()
                .next()
                .get();
    }
}
