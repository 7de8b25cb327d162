package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.config.PeerSettings;
import io.keyfold.config.StoreSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.StreamsTableStores;
import io.keyfold.store.TableEvents;
import io.keyfold.store.TopicNote;
import io.keyfold.test.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start notes of the real configuration of real topics. */
class TopicNotesIT {

    private static EmbeddedKafka broker;

    @TempDir
    Path stateDir;

    @TempDir
    Path letters;

    @BeforeAll
    static void startBroker() {
        broker = GuardedTopics.startBroker();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private List<TopicNote> start(TableSettings table, Map<String, String> properties) {
        Map<String, String> overrides = new HashMap<>(properties);
        overrides.remove("bootstrap.servers");
        ConsumerSettings settings = new ConsumerSettings(
                "notes",
                properties.getOrDefault("bootstrap.servers", broker.bootstrapServers()),
                stateDir,
                Optional.empty(),
                1,
                Duration.ofSeconds(20),
                new StoreSettings(Materialization.SOURCE_TOPIC, 64L << 20),
                PeerSettings.NONE,
                List.of(table),
                overrides);
        try (StreamsTableStores stores = new StreamsTableStores(
                settings, Optional.empty(), ConsumerMetrics.NONE, name -> TableEvents.ofChanges(change -> {}))) {
            assertThat(stores.all().get(0).topicNotes()).as("before the start").isEmpty();
            stores.start();
            return stores.all().get(0).topicNotes();
        }
    }

    private static TableContract make(Map<String, String> configs, Map<String, String> letters) {
        TableContract contract = TableContracts.named("dwd_order_item").withTopic("orders-" + UUID.randomUUID());
        TopicEnds.create(
                broker.admin(),
                List.of(
                        new NewTopic(contract.topic(), 1, (short) 1).configs(configs),
                        new NewTopic(contract.topic() + ".dlq", 1, (short) 1).configs(letters)));
        return contract;
    }

    @Test
    void start_ofTopicsLeftAtTheBrokersDefaults_isRefused() {
        TableContract contract = make(Map.of(), Map.of());

        assertThatThrownBy(() -> start(TableSettings.of(contract), Map.of()))
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start dwd_order_item: topic " + contract.topic()
                        + " has cleanup.policy=delete and retention.ms=604800000: rows untouched for 7 days disappear for"
                        + " new or rebuilt instances; set cleanup.policy=compact on it, or, if rows are meant to expire,"
                        + " declare topic-requirements.records-expire: true in the contract");
    }

    @Test
    void start_ofTopicsThatAreDeclaredToExpire_notesWhatWillHurt() {
        TableContract contract = make(Map.of("delete.retention.ms", "1000"), Map.of());
        TableContract expiring =
                contract.withRequirements(contract.requirements().withExpiry());

        assertThat(start(TableSettings.of(expiring), Map.of()))
                .extracting(TopicNote::id)
                .containsExactly("cleanup-policy-delete", "delete-retention", "dead-letter-retention");
    }

    @Test
    void start_ofTopicsAsTheyShouldBe_notesNothing() {
        TableContract contract = make(Map.of("cleanup.policy", "compact"), Map.of("retention.ms", "-1"));

        assertThat(start(TableSettings.of(contract), Map.of())).isEmpty();
    }

    @Test
    void start_withoutTheRightToReadConfigurations_notesThat() {
        GuardedTopics topics = GuardedTopics.make(broker, 1);
        topics.grantReadingAlone();
        topics.grant(ResourceType.GROUP, "notes-dwd_order_item", AclOperation.READ);
        TableSettings table = TableSettings.of(topics.contract()).deadLetterFiles(letters);

        assertThat(start(table, topics.properties())).singleElement().satisfies(note -> {
            assertThat(note.id()).isEqualTo("topic-config-unreadable");
            assertThat(note.sentence())
                    .startsWith("the configuration of " + topics.contract().topic() + " may not be read")
                    .endsWith("; for deletes the contract's delete-retention of 1 day counts");
        });
    }
}
