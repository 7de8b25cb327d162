package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Scan;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A mirror of a topic makes no topic and writes nothing to Kafka but its group's offsets and dead letters. */
class MirrorWritesNothingIT {

    /** Its own broker: nobody else writes there. */
    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER =
            KeyfoldKafkaExtension.builder().ownBroker().build();

    private static final int PARTITIONS = 3;
    private static final int ROWS = 100;

    private KeyfoldKafka kafka;
    private TableContract contract;

    @BeforeEach
    void write(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            for (int i = 0; i < ROWS; i++) {
                topic.upsert(Map.of("order_id", "A" + i, "item_id", "I02"));
            }
            topic.tombstone("A0", "I02");
            topic.rawText(TableModel.keyJson(RowKey.of("A1", "I02")), "{torn");
        }
    }

    @Test
    void mirror_loadedRestartedWipedAndShared_makesNoTopic(@TempDir Path directory) throws Exception {
        Set<String> before = TopicEnds.get(kafka.admin().listTopics().names());

        live(directory);

        Set<String> after = TopicEnds.get(kafka.admin().listTopics().names());
        assertThat(after).isEqualTo(before);
    }

    @Test
    void mirror_loadedRestartedWipedAndShared_writesDeadLettersAndOffsetsAlone(@TempDir Path directory)
            throws Exception {
        Map<String, Long> before = TopicEnds.ofAllTopics(kafka.admin());

        live(directory);

        Map<String, Long> after = TopicEnds.ofAllTopics(kafka.admin());
        assertThat(after.get(deadLetters())).isPositive();
        assertThat(others(after)).isNotEmpty().isEqualTo(others(before));
    }

    private String deadLetters() {
        return contract.topic() + ".dlq-0";
    }

    private Map<String, Long> others(Map<String, Long> ends) {
        Map<String, Long> others = new TreeMap<>(ends);
        others.keySet().removeIf(name -> name.startsWith("__consumer_offsets-") || name.equals(deadLetters()));
        return others;
    }

    /** Whatever a mirror does in its life. */
    private void live(Path directory) throws InterruptedException {
        try (Instances instances = Instances.of(kafka, contract, directory)) {
            instances.start("one").close();
            UpsertConsumer restarted = instances.start("one");
            restarted.close();
            instances.wipe("one");
            UpsertConsumer wiped = instances.start("one");
            UpsertConsumer joined = instances.start("two");
            instances.awaitCaughtUp(wiped, joined);
            joined.leave();
            instances.awaitCaughtUp(wiped);
            assertThat(wiped.table(contract.name()).scan(Scan.all()).rows()).hasSize(ROWS - 1);
        }
    }
}
