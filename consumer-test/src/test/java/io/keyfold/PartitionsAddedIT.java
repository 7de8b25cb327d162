package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.error.StartException;
import io.keyfold.health.Severity;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Partitions added to a topic: keys hash elsewhere from then on, so the table stops in words rather than answer wrongly. */
@ExtendWith(KeyfoldKafkaExtension.class)
class PartitionsAddedIT {

    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;
    private TableInstance subject;

    @BeforeEach
    void start(KeyfoldKafka newKafka, @TempDir Path stateDir) throws InterruptedException {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 2);
        surgery = new TopicSurgery(kafka, contract.topic());
        subject = new TableInstance(kafka, kafka.uniqueName("added"), contract, stateDir);
        BulkRows.write(kafka, contract, 10, i -> "A" + i);
        subject.start();
    }

    @AfterEach
    void close() {
        subject.close();
    }

    /** UC-49: noticed at run time; PartitionCasesIT acts out the case itself. */
    @Test
    void partitions_addedWhileRead_stopTheTableInWords() {
        surgery.addPartitions(3);

        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> !subject.table().status().isLive());
        assertThat(subject.table().status().failure()).contains("Cannot read dwd_order_item: " + sentence());
        assertThat(subject.table().findings()).first().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.sentence()).endsWith(sentence());
        });
        assertThat(subject.table().get(RowKey.of("A1", "I02"))).isInstanceOf(Answer.NotReady.class);
    }

    /** UC-49: noticed at the start. */
    @Test
    void partitions_addedWhileStopped_refuseTheStartInWords() {
        subject.close();
        surgery.addPartitions(3);

        assertThatThrownBy(() -> subject.build().start())
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start dwd_order_item: " + sentence());
    }

    /** UC-49: what the sentence says to do helps: a topic made anew with the new number of partitions, written whole. */
    @Test
    void partitions_ofATopicMadeAnew_areReadAgain() throws InterruptedException {
        surgery.addPartitions(3);
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> !subject.table().status().isLive());
        subject.close();
        surgery.makeAnew(3, Map.of("cleanup.policy", "compact"));
        BulkRows.write(kafka, contract, 10, i -> "B" + i);

        subject.start();

        assertThat(subject.table().get(RowKey.of("B1", "I02"))).isInstanceOf(Answer.Found.class);
        assertThat(subject.table().get(RowKey.of("A1", "I02"))).isInstanceOf(Answer.Absent.class);
    }

    /** Another number of partitions is no reason to stop where the topic itself is another. */
    @Test
    void topic_madeAnewWithMorePartitionsWhileRead_isReadWhole() {
        surgery.makeAnew(3, Map.of("cleanup.policy", "compact"));
        BulkRows.write(kafka, contract, 30, i -> "B" + i);

        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            Page<RowJson> page = subject.table().scan(Scan.all());
            assertThat(page.isComplete()).isTrue();
            assertThat(page.asOf()).hasSize(3);
            assertThat(page.rows()).hasSize(30);
        });
    }

    private String sentence() {
        return "topic " + contract.topic() + " has 3 partitions and had 2: keys now hash to other partitions, where "
                + "their old rows are neither updated nor deleted; make the topic anew with 3 partitions and have the "
                + "upstream job write it whole, or read another topic";
    }
}
