package io.keyfold.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTopic.Ends;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An instance that starts looks up where the topic ends, and then where its group is; others read and write meanwhile. */
@ExtendWith(KeyfoldKafkaExtension.class)
class GroupStartIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private KeyfoldKafka kafka;
    private TableContract table;
    private String group;

    @BeforeEach
    void createTable(KeyfoldKafka broker) {
        kafka = broker;
        table = broker.createTable(TableContracts.named("dwd_order_item"), 1);
        group = broker.uniqueName("group");
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private TopicPartition partition() {
        return new TopicPartition(table.topic(), 0);
    }

    private void write(int rows) {
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), table)) {
            for (int row = 0; row < rows; row++) {
                topic.tombstone("A" + row, "I01");
            }
        }
    }

    private long end() throws InterruptedException, ExecutionException {
        return kafka.admin()
                .listOffsets(Map.of(partition(), OffsetSpec.latest()))
                .partitionResult(partition())
                .get()
                .offset();
    }

    private long committed() throws InterruptedException, ExecutionException {
        return requireNonNull(kafka.admin()
                        .listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .get(partition()))
                .offset();
    }

    private void commit(long position) throws InterruptedException, ExecutionException {
        kafka.admin()
                .alterConsumerGroupOffsets(group, Map.of(partition(), new OffsetAndMetadata(position)))
                .all()
                .get();
    }

    /** By one who looked when the topic ended there. */
    private void prepare(Materialization materialization, long end) {
        TableSettings settings = TableSettings.of(table);
        TableRun run = new TableRun(
                TableTask.of(settings, TableEvents.ofChanges(change -> {})),
                new SourceTopic("cluster", table.topic(), "id", List.of(new Ends(0, end, end))),
                MessageLimits.KAFKA_DEFAULTS,
                materialization,
                memory,
                DeadLetterWriter.of(settings, MessageLimits.KAFKA_DEFAULTS, new RestoreDeadLetters(Map.of())),
                new ProjectionBuilds(),
                new Changelog("changelog", new Retention(Duration.ofDays(1))));
        GroupStart.prepare(kafka.admin(), group, new TableRuns(List.of(run)), Map.of(), TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource(Materialization.class)
    void groupThatHasReadOnMeanwhile_isNeitherRefusedNorMoved(Materialization materialization) throws Exception {
        write(2);
        long seen = end();
        write(2);
        commit(end());

        prepare(materialization, seen);

        assertThat(committed()).isEqualTo(end()).isGreaterThan(seen);
    }

    @Test
    void groupBeyondTheEnd_ofWhatIsDerived_isRefused() throws Exception {
        write(2);
        commit(end() + 1);

        assertThatThrownBy(() -> prepare(Materialization.CHANGELOG, end()))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("it was made anew, or has lost records");
    }

    @Test
    void groupBeyondTheEnd_ofAMirror_beginsAtTheEnd() throws Exception {
        write(2);
        commit(end() + 1);

        prepare(Materialization.SOURCE_TOPIC, end());

        assertThat(committed()).isEqualTo(end());
    }
}
