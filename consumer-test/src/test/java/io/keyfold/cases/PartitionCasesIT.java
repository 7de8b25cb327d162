package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.QuickStreams;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.error.StartException;
import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The case of a topic that gets more partitions; PartitionsAddedIT has what else may happen to one. A key moves from partition 1
 * to 5, its old row stays.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class PartitionCasesIT {

    private static final RowKey MOVED = RowKey.of("A1001", "I02");
    private static final RowKey STAYED = RowKey.of("B2001", "I01");

    private final List<CaseRecord> records =
            CaseFile.named("49-partitions-increased").records();

    @TempDir
    private Path stateDir;

    @TempDir
    private Path otherDir;

    private KeyfoldKafka kafka;
    private String name;
    private TableContract contract;
    private UpsertTopic topic;
    private UpsertConsumer consumer;

    @BeforeEach
    void readFirstRecord(KeyfoldKafka broker) throws InterruptedException {
        kafka = broker;
        name = kafka.uniqueName("uc49");
        CaseFile told = CaseFile.named("49-partitions-increased");
        contract = kafka.createTable(told.contract("uc_49"), told.partitions());
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        write(1);
        consumer = make(stateDir);
        start(consumer);
    }

    @AfterEach
    void close() {
        consumer.close();
        topic.close();
    }

    private UpsertConsumer make(Path directory) {
        return UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(directory)
                .instanceId("one")
                .table(contract)
                .build();
    }

    private static void start(UpsertConsumer made) throws InterruptedException {
        made.start();
        assertThat(made.awaitReady(CaseRun.PATIENCE)).as("ready in time").isTrue();
    }

    private UpsertTable<RowJson> table() {
        return consumer.table("uc_49");
    }

    private void write(int record) {
        CaseRecord told = records.get(record - 1);
        topic.rawAt(told.partition(), told.timestampMs(), told.key(), told.value());
    }

    private void addPartitions() {
        try {
            kafka.admin()
                    .createPartitions(Map.of(contract.topic(), NewPartitions.increaseTo(8)))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("partitions could not be added", e);
        }
    }

    private String sentence() {
        return "topic " + contract.topic() + " has 8 partitions and had 6: keys now hash to other partitions, where "
                + "their old rows are neither updated nor deleted; make the topic anew with 8 partitions and have the "
                + "upstream job write it whole, or read another topic";
    }

    /** UC-49: noticed while it runs. */
    @Test
    void partitionsAdded_whileRead_areAnErrorThatSaysWhatToDo() {
        addPartitions();

        await().atMost(CaseRun.PATIENCE).until(() -> !table().status().isLive());
        Finding finding = table().findings().get(0);
        assertThat(finding.id()).isEqualTo("table-stopped");
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.sentence()).isEqualTo("Cannot read uc_49: " + sentence());
    }

    /**
     * UC-49: never twice in a listing; and once it was noticed, which takes some seconds, nothing is served, so neither the older
     * quantity nor, behind the tombstone, any.
     */
    @Test
    void movedKey_isNeverListedTwiceAndThenNotServed() {
        addPartitions();
        write(2);
        write(3);
        write(4);

        await().atMost(CaseRun.PATIENCE).until(() -> {
            boolean isLive = table().status().isLive();
            assertThat(table().scan(Scan.all()).rows())
                    .filteredOn(row -> row.key().equals(MOVED))
                    .hasSizeLessThanOrEqualTo(1);
            return !isLive;
        });
        assertThat(table().get(MOVED)).isInstanceOf(Answer.NotReady.class);
        Page<RowJson> page = table().scan(Scan.all());
        assertThat(page.isComplete()).isFalse();
        assertThat(page.rows()).isEmpty();
    }

    /** UC-49: noticed at the start, where the state was kept: refused in words, and no loop of crashes. */
    @Test
    void partitionsAdded_whileStopped_refuseTheStartWithItsState() {
        consumer.close();
        addPartitions();
        write(2);
        consumer = make(stateDir);

        assertThatThrownBy(() -> consumer.start())
                .isInstanceOf(StartException.class)
                .hasMessage("Cannot start uc_49: " + sentence());
    }

    /**
     * UC-49, rebuilt without the state: the log still has the row in partition 1, and the tombstone in 5 does not reach it. The
     * case calls it wrong to have that row back; as decided since, it is shown once, never as fresh: with a mark, and with a
     * finding that says that partitions may have been added. A key that did not move bears none.
     */
    @Test
    void movedKey_rebuiltWithoutState_isMarkedForeign() throws InterruptedException {
        consumer.close();
        addPartitions();
        write(2);
        write(3);
        write(4);
        consumer = make(otherDir);
        start(consumer);

        assertThat(table().scan(Scan.all()).rows()).hasSize(2);
        assertThat(table().get(MOVED))
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(found.row().mark().toString())
                                .contains("foreign: the record lies in another partition"));
        assertThat(((Answer.Found<RowJson>) table().get(STAYED)).row().mark()).isEmpty();
        assertThat(table().findings()).first().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("foreign-records");
            assertThat(finding.sentence()).startsWith("a key was seen in partitions 1 and 5: ");
            assertThat(finding.advice()).contains("partitions that were added");
        });
    }
}
