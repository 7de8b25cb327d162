package io.keyfold;

import static io.keyfold.HeldPartition.holder;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.health.Finding;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.Severity;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 6, silence is explained: a reader behind an open transaction says which one, what is to be thought of it and what to do. Each
 * test has a partition of its own.
 */
class StalledReaderIT {

    private static final int PARTITIONS = 4;
    private static final int GHOST = 4001;
    private static final int GHOST_EPOCH = 3;

    private static EmbeddedKafka broker;
    private static GuardedTopics topics;
    private static UpsertTopic writer;
    private static UpsertConsumer consumer;

    @TempDir
    private static Path stateDir;

    @BeforeAll
    static void startReading() throws InterruptedException {
        broker = EmbeddedKafka.builder()
                .user("mirror")
                .config("group.min.session.timeout.ms", "1000")
                .config(GhostProducer.VERIFICATION, "false")
                .start();
        topics = GuardedTopics.make(broker, PARTITIONS);
        writer = UpsertTopic.open(topics.bootstrapServers(), topics.contract());
        consumer = UpsertConsumer.builder("stalled")
                .bootstrapServers(topics.bootstrapServers())
                .stateDir(stateDir)
                .table(topics.contract())
                .build();
        consumer.start();
        Instances.awaitReady(consumer);
    }

    @AfterAll
    static void stopReading() {
        consumer.close();
        writer.close();
        broker.close();
    }

    /** A key of that partition, as Flink's partitioner has it. */
    private static RowKey key(int partition, int skipped) {
        return IntStream.range(0, 10_000)
                .mapToObj(i -> RowKey.of("A" + i, "I02"))
                .filter(key -> Utils.toPositive(Utils.murmur2(bytes(key))) % PARTITIONS == partition)
                .skip(skipped)
                .findFirst()
                .orElseThrow();
    }

    private static byte[] bytes(RowKey key) {
        return topics.table(consumer).keyJson(key).getBytes(UTF_8);
    }

    private static Map<String, Object> row(RowKey key, int quantity) {
        return Map.of("order_id", TableModel.order(key), "item_id", TableModel.item(key), "quantity", quantity);
    }

    private static HeldPartition held(int partition) {
        return new HeldPartition(topics.table(consumer), partition);
    }

    /** UC-51: readable lag 0 and 3 offsets behind the transaction, and nothing of it when it is over. */
    @Test
    void openTransaction_ofAnOwnerThatLives_isLongUntilItCommits() {
        RowKey there = key(0, 0);
        RowKey fresh = key(0, 1);
        writer.upsert(row(there, 1));
        try (UpsertTransaction open = writer.begin("bank")) {
            open.upsert(row(there, 2));
            open.upsert(row(there, 3));
            open.upsert(row(fresh, 1));

            PartitionStatus status = held(0).awaitVerdict(TransactionVerdict.LONG);

            assertThat(status.state()).isEqualTo(PartitionState.READY);
            assertThat(status.diagnosis().verdict()).isEqualTo(Verdict.LONG_TRANSACTION);
            assertThat(status.diagnosis().sentence())
                    .contains("3 offsets from 1 on", "transactional id bank", "has it as Ongoing and aborts it at");
            assertThat(holder(status).timeout()).hasValue(Duration.ofMinutes(15));
            assertThat(held(0).finding().severity()).isEqualTo(Severity.INFO);
            assertThat(held(0).finding().advice()).startsWith("Wait: ").doesNotContain(" abort --topic");
            held(0).assertMarked(3, there, fresh);
            open.commit();
        }

        held(0).awaitFree(there);
        assertThat(topics.table(consumer).get(fresh)).isInstanceOf(Answer.Found.class);
    }

    /** Two sinks were killed; a third, under another prefix, commits in vain. Under the first one's prefix it is aborted. */
    @Test
    void openTransactions_ofKilledOwners_areHeldByTheOlderUnderWhateverPrefixTheJobComesBack() {
        RowKey there = key(1, 0);
        RowKey fresh = key(1, 1);
        writer.upsert(row(there, 1));
        kill("dwd-a-0-2", there);
        kill("dwd-a-1-2", there);
        try (UpsertTransaction other = writer.begin("dwd-b-0-1")) {
            other.upsert(row(fresh, 1));
            other.commit();
        }

        PartitionStatus status = held(1).awaitVerdict(TransactionVerdict.LONG);

        assertThat(status.logEnd().waiting().orElseThrow().transactions())
                .extracting(open -> open.transactionalId().orElse(""))
                .containsExactly("dwd-a-0-2", "dwd-a-1-2");
        assertThat(holder(status).startOffset())
                .isEqualTo(status.logEnd().lastStableOffset().orElseThrow());
        assertThat(held(1).finding().advice())
                .contains("'sink.transactional-id-prefix' = dwd-a,", "describe --transactional-id dwd-a-0-2");
        held(1).assertMarked(4, there, fresh);
        writer.begin("dwd-a-0-2").close();
        writer.begin("dwd-a-1-2").close();
        held(1).awaitFree(there);
        assertThat(topics.table(consumer).get(fresh)).isInstanceOf(Answer.Found.class);
    }

    private static void kill(String transactionalId, RowKey key) {
        UpsertTransaction killed = writer.begin(transactionalId);
        killed.upsert(row(key, 9));
        killed.abandon();
    }

    /** UC-53, as it is told there: begun three hours ago, and a transaction behind it has been committed since. */
    @Test
    void hangingTransaction_isNamedWithTheCommandThatFreesTheReader() {
        RowKey there = key(2, 0);
        RowKey ghost = key(2, 1);
        TopicPartition partition = new TopicPartition(topics.contract().topic(), 2);
        Instant begun = Instant.now().minus(Duration.ofHours(3));
        writer.upsert(row(there, 1));
        new GhostProducer(topics.bootstrapServers(), GHOST, GHOST_EPOCH)
                .write(partition, begun.toEpochMilli(), bytes(ghost), value(ghost));
        try (UpsertTransaction behind = writer.begin()) {
            behind.upsert(row(there, 2));
            behind.commit();
        }

        PartitionStatus status = held(2).awaitVerdict(TransactionVerdict.HANGING);

        assertThat(status.state()).isEqualTo(PartitionState.STALLED);
        assertThat(status.diagnosis().verdict()).isEqualTo(Verdict.HANGING_TRANSACTION);
        assertThat(holder(status).startedAt()).hasValue(Instant.ofEpochMilli(begun.toEpochMilli()));
        assertThat(holder(status).transactionalId()).isEmpty();
        Finding finding = held(2).finding();
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.sentence())
                .contains(
                        "partition 2 (last stable offset 1, high watermark 4, 3 offsets waiting, held from offset 1 on)",
                        "producer 4001, epoch 3, transactional id not known",
                        "3 h ago, which is HANGING: no coordinator knows a transaction of its producer");
        assertThat(finding.advice())
                .contains("may count as written")
                .contains("kafka-transactions.sh --bootstrap-server " + topics.bootstrapServers() + " abort --topic "
                        + partition.topic() + " --partition 2 --start-offset 1 ");
        held(2).assertMarked(3, there, ghost);

        abort(partition);
        held(2).awaitFree(there);
        assertThat(topics.table(consumer).get(ghost)).isInstanceOf(Answer.Absent.class);
        assertThat(((Answer.Found<RowJson>) topics.table(consumer).get(there))
                        .row()
                        .value()
                        .text())
                .contains("\"quantity\":2");
    }

    private static byte[] value(RowKey key) {
        return ("{\"order_id\":\"" + TableModel.order(key) + "\",\"item_id\":\"" + TableModel.item(key) + "\"}")
                .getBytes(UTF_8);
    }

    /** What the command does that was named. */
    private static void abort(TopicPartition partition) {
        TopicEnds.get(broker.admin()
                .abortTransaction(new AbortTransactionSpec(partition, GHOST, (short) GHOST_EPOCH, 0))
                .all());
    }

    /** UC-53 and UC-58: who may not see all transactions calls none hanging; a record without timestamp has no age. */
    @Test
    void hangingTransaction_withoutTheRightToSeeAll_isUnknownUntilItIsGranted(@TempDir Path otherDir)
            throws InterruptedException {
        GuardedTopics guarded = GuardedTopics.make(broker, 1);
        guarded.grantReading();
        guarded.grant(ResourceType.TRANSACTIONAL_ID, "dwd-a-0-2", AclOperation.DESCRIBE); // proves nothing of others
        guarded.grant(
                new ResourcePattern(ResourceType.TRANSACTIONAL_ID, "keyfold", PatternType.PREFIXED),
                AclOperation.DESCRIBE); // nor does a right on a name like this project's
        TopicPartition partition = new TopicPartition(guarded.contract().topic(), 0);
        RowKey ghost = RowKey.of("A1001", "I02");
        new GhostProducer(guarded.bootstrapServers(), GHOST, GHOST_EPOCH)
                .write(partition, -1, bytes(ghost), value(ghost));
        try (UpsertConsumer mirror = guarded.consumer(otherDir)) {
            mirror.start();
            Instances.awaitReady(mirror);
            HeldPartition held = new HeldPartition(guarded.table(mirror), 0);

            PartitionStatus refused = held.awaitVerdict(TransactionVerdict.UNKNOWN);

            assertThat(refused.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN_TRANSACTION);
            assertThat(holder(refused).why())
                    .isEqualTo("it is not known whether a coordinator owns it: this principal may not describe all"
                            + " transactional ids; grant it DESCRIBE on transactional id *");
            assertThat(holder(refused).startedAt()).isEmpty();
            Finding finding = held.finding();
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.sentence()).contains("age not known");
            assertThat(finding.advice()).doesNotContain(" abort --topic");

            guarded.grant(ResourceType.TRANSACTIONAL_ID, "*", AclOperation.DESCRIBE);
        }
        // One that runs on takes a right that it lacked for missing for a minute.
        try (UpsertConsumer mirror = guarded.consumer(otherDir)) {
            mirror.start();
            Instances.awaitReady(mirror);
            HeldPartition held = new HeldPartition(guarded.table(mirror), 0);

            assertThat(holder(held.awaitVerdict(TransactionVerdict.HANGING)).why())
                    .isEqualTo("no coordinator knows a transaction of its producer");
        } finally {
            abort(partition);
        }
    }
}
