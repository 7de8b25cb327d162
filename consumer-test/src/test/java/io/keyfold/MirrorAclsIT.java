package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.keyfold.query.Scan;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a mirror may do is READ its topic and its group, and DESCRIBE its dead letters; with bad records WRITE them. */
class MirrorAclsIT {

    private static final RowKey FIRST = RowKey.of("A1", "I02");
    private static final RowKey SECOND = RowKey.of("A2", "I02");

    private static EmbeddedKafka broker;

    private GuardedTopics topics;
    private UpsertTopic writer;

    @BeforeAll
    static void startBroker() {
        broker = GuardedTopics.startBroker();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void makeTopics() {
        topics = GuardedTopics.make(broker, 1);
        writer = UpsertTopic.open(topics.bootstrapServers(), topics.contract());
    }

    @AfterEach
    void closeWriter() {
        writer.close();
    }

    @Test
    void start_withReadingAlone_loadsInBulkAndReadsOn(@TempDir Path stateDir) throws InterruptedException {
        topics.grantReading();
        write(FIRST);
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            Instances.awaitReady(consumer);
            assertThat(topics.table(consumer).status().partitions())
                    .singleElement()
                    .satisfies(partition -> assertThat(partition.restored()).isEqualTo(1));

            write(SECOND);

            topics.awaitFound(consumer, SECOND);
            assertThat(topics.table(consumer).scan(Scan.all()).rows()).hasSize(2);
        }
    }

    @Test
    void restart_withReadingAlone_goesOnWhereItWas(@TempDir Path stateDir) throws InterruptedException {
        topics.grantReading();
        write(FIRST);
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            Instances.awaitReady(consumer);
        }
        write(SECOND);

        try (UpsertConsumer restarted = topics.consumer(stateDir)) {
            restarted.start();
            Instances.awaitReady(restarted);

            assertThat(topics.table(restarted).scan(Scan.all()).rows()).hasSize(2);
            assertThat(topics.table(restarted).status().counts().read()).isEqualTo(1);
        }
    }

    @Test
    void start_withoutReadOfTheTopic_saysWhatToGrant(@TempDir Path stateDir) {
        topics.grant(ResourceType.GROUP, topics.group(), AclOperation.READ);
        topics.grantDeadLetters();
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {

            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start dwd_order_item: topic "
                            + topics.contract().topic()
                            + " may not be described by this principal; grant it DESCRIBE and READ");
        }
    }

    @Test
    void start_withoutDescribeOfTheDeadLetters_saysWhatToGrant(@TempDir Path stateDir) {
        topics.grantReading();
        topics.revoke(topics.deadLetters());
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {

            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start dwd_order_item: dead-letter topic " + topics.deadLetters()
                            + " may not be described by this principal; grant it DESCRIBE and WRITE");
        }
    }

    @Test
    void table_withoutReadOfTheGroup_failsAndNamesTheGroup(@TempDir Path stateDir) {
        topics.grantReading();
        topics.revoke(topics.group());
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();

            Optional<String> failure = topics.awaitFailure(consumer);

            assertThat(failure).get().asString().contains(topics.group());
        }
    }

    private void write(RowKey key) {
        writer.upsert(Map.of("order_id", TableModel.order(key), "item_id", TableModel.item(key)));
    }
}
