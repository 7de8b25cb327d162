package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import io.keyfold.health.Finding;
import io.keyfold.query.Scan;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records whose keys are not as Flink writes them are findings with both positions, through restart and wipe. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OddKeyFindingsIT {

    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final String SWAPPED = "{\"item_id\":\"I02\",\"order_id\":\"A1001\"}";

    private Instances instances;
    private UpsertTopic topic;

    @BeforeEach
    void makeTopic(KeyfoldKafka kafka, @TempDir Path directory) {
        instances = Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), 6), directory);
        topic = UpsertTopic.open(kafka.bootstrapServers(), instances.contract());
    }

    @AfterEach
    void close() {
        topic.close();
        instances.close();
    }

    private RecordPosition write(int partition, String keyJson, int quantity) {
        return topic.rawAt(
                partition,
                1_705_286_400_000L + quantity,
                keyJson.getBytes(UTF_8),
                TableModel.json(KEY, quantity).getBytes(UTF_8));
    }

    private UpsertConsumer start(Materialization materialization) throws InterruptedException {
        UpsertConsumer consumer = instances.make("one", builder -> builder.materialization(materialization));
        consumer.start();
        Instances.awaitReady(consumer);
        instances.awaitCaughtUp(consumer);
        return consumer;
    }

    /** But for the one that a wiped copy of a changelog has until it is audited, and the one of every topic on one broker. */
    private List<Finding> findings(UpsertConsumer consumer) {
        return instances.table(consumer).findings().stream()
                .filter(finding -> !List.of("stale-rows", "replication").contains(finding.id()))
                .toList();
    }

    /**
     * UC-01, across partitions: the swapped fields hash elsewhere. One row is served, that of the partition to which the key
     * belongs, and the finding names both positions; the same live, restarted and from a wiped store.
     */
    @ParameterizedTest
    @EnumSource(Materialization.class)
    void foreignRecord_isAFindingWithBothPositions_liveRestartedAndWiped(Materialization materialization)
            throws InterruptedException {
        UpsertConsumer live = start(materialization);
        RecordPosition home = write(1, TableModel.keyJson(KEY), 1);
        RecordPosition foreign = write(0, SWAPPED, 2);
        instances.awaitCaughtUp(live);
        String sentence = "a key was seen in partitions 0 and 1: the record at " + foreign
                + " belongs to partition 1, where its row is at " + home + "; 1 such record in partition 0";

        assertThat(findings(live)).extracting(Finding::sentence).containsExactly(sentence);
        assertThat(instances.table(live).scan(Scan.all()).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.value().text()).isEqualTo(TableModel.json(KEY, 1)));

        live.close();
        UpsertConsumer restarted = start(materialization);
        assertThat(findings(restarted)).extracting(Finding::sentence).containsExactly(sentence);

        restarted.close();
        instances.wipe("one");
        UpsertConsumer wiped = start(materialization);
        assertThat(findings(wiped)).extracting(Finding::sentence).containsExactly(sentence);
        assertThat(instances.table(wiped).scan(Scan.all()).rows()).hasSize(1);
    }

    /** UC-01, in one partition: one row, the later one, under either order of fields; a delete under either removes it. */
    @ParameterizedTest
    @EnumSource(Materialization.class)
    void respelledKey_isAFinding_liveRestartedAndWiped(Materialization materialization) throws InterruptedException {
        UpsertConsumer live = start(materialization);
        write(1, TableModel.keyJson(KEY), 1);
        RecordPosition respelled = write(1, SWAPPED, 2);
        instances.awaitCaughtUp(live);
        String sentence = "the key of the record at " + respelled + " is not spelled as the contract's sink spells it; "
                + "the row of that key is at " + respelled + "; 1 such record in partition 1";

        assertThat(findings(live)).extracting(Finding::sentence).containsExactly(sentence);
        assertThat(instances.table(live).scan(Scan.all()).rows())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.value().text()).isEqualTo(TableModel.json(KEY, 2));
                    assertThat(row.mark()).isEmpty();
                });

        live.close();
        UpsertConsumer restarted = start(materialization);
        assertThat(findings(restarted)).extracting(Finding::sentence).containsExactly(sentence);

        restarted.close();
        instances.wipe("one");
        UpsertConsumer wiped = start(materialization);
        assertThat(findings(wiped)).extracting(Finding::sentence).containsExactly(sentence);
    }

    /** UC-01: a tombstone under either byte form removes the row that lies in the same partition. */
    @ParameterizedTest
    @EnumSource(Materialization.class)
    void respelledTombstone_removesTheRow(Materialization materialization) throws InterruptedException {
        UpsertConsumer consumer = start(materialization);
        write(1, TableModel.keyJson(KEY), 1);
        topic.rawAt(1, 1_705_286_500_000L, SWAPPED.getBytes(UTF_8), null);
        instances.awaitCaughtUp(consumer);

        assertThat(instances.table(consumer).scan(Scan.all()).rows()).isEmpty();
        assertThat(findings(consumer)).extracting(Finding::id).containsExactly("respelled-keys");
    }

    @Test
    void keysAsFlinkWritesThem_areNoFinding() throws InterruptedException {
        UpsertConsumer consumer = start(Materialization.SOURCE_TOPIC);
        write(1, TableModel.keyJson(KEY), 1);
        write(1, TableModel.keyJson(KEY), 2);
        instances.awaitCaughtUp(consumer);

        assertThat(findings(consumer)).extracting(Finding::id).doesNotContain("foreign-records", "respelled-keys");
    }
}
