package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A start that cannot work ends in one sentence that says what to do, in time. */
@ExtendWith(KeyfoldKafkaExtension.class)
@Timeout(30)
class StartFailureIT {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");

    private static UpsertConsumer consumer(String name, String bootstrap, TableContract contract, Path stateDir) {
        return UpsertConsumer.builder(name)
                .bootstrapServers(bootstrap)
                .startTimeout(Duration.ofSeconds(3))
                .stateDir(stateDir)
                .table(contract)
                .build();
    }

    @Test
    void start_topicMissing_saysHowToCreateIt(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract contract = ORDER_ITEM.withTopic(kafka.uniqueName("missing"));
        try (UpsertConsumer consumer = consumer(kafka.uniqueName("c"), kafka.bootstrapServers(), contract, stateDir)) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start dwd_order_item: topic " + contract.topic() + " does not exist on "
                            + kafka.bootstrapServers() + "; create it (kafka-topics.sh --create --topic "
                            + contract.topic() + " --bootstrap-server " + kafka.bootstrapServers()
                            + ") or name another");
        }
    }

    @Test
    void start_deadLetterTopicMissing_saysSo(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract contract = ORDER_ITEM.withTopic(kafka.createTopic("orders", 1));
        try (UpsertConsumer consumer = consumer(kafka.uniqueName("c"), kafka.bootstrapServers(), contract, stateDir)) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("Cannot start dwd_order_item: dead-letter topic " + contract.topic()
                            + ".dlq does not exist on ");
        }
    }

    @Test
    void start_noBroker_saysWhereNobodyAnswered(@TempDir Path stateDir) {
        try (UpsertConsumer consumer = consumer("c", "127.0.0.1:1", ORDER_ITEM, stateDir)) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start c: no Kafka broker answered at 127.0.0.1:1 within 3 s; start one, "
                            + "correct bootstrapServers, or check that its listener speaks the security.protocol that "
                            + "streamsOverrides name");
        }
    }

    @Test
    void start_addressThatIsNone_saysSo(@TempDir Path stateDir) {
        try (UpsertConsumer consumer = consumer("c", "nonsense", ORDER_ITEM, stateDir)) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("Cannot start c: bootstrapServers nonsense cannot be used: ");
        }
    }

    @Test
    void start_overrideThatKafkaRefuses_namesIt(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract contract = kafka.createTable(ORDER_ITEM, 1);
        try (UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("c"))
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .table(contract)
                .streamsOverrides(Map.of("commit.interval.ms", "soon"))
                .build()) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("Cannot start dwd_order_item: streamsOverrides cannot be used: ")
                    .hasMessageContaining("commit.interval.ms");
        }
    }

    @Test
    void start_stateDirectoryNotWritable_namesIt(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (UpsertConsumer consumer = consumer("c", "127.0.0.1:1", ORDER_ITEM, file)) {
            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith(
                            "Cannot start c: state directory " + file.resolve("c") + " is not writable (");
        }
    }

    @Test
    void start_directoryInUse_refusesTheSecondAndLeavesTheFirst(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        try (TableUnderTest first = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertConsumer second = first.build()) {
            first.start();

            assertThatThrownBy(second::start)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("is in use by another instance; give each instance a stateDir of its own");

            assertThat(first.table().status().isReady()).isTrue();
        }
    }

    @Test
    void start_twice_isRefused(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertConsumer consumer = subject.build()) {
            consumer.start();

            assertThatThrownBy(consumer::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith(": it was started before");
        }
    }
}
