package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** One consumer of one table on a topic of its own: started, restarted, wiped, waited for. */
final class TableUnderTest implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final KeyfoldKafka kafka;
    private final Path stateDir;
    private final String name;
    private final TableContract contract;
    private final int partitions;
    private final String deadLetterTopic;
    private @Nullable UpsertConsumer consumer;

    TableUnderTest(KeyfoldKafka kafka, Path stateDir, TableContract contract, int partitions) {
        this(kafka, stateDir, contract, partitions, "compact");
    }

    /** On a topic that takes records without a key. */
    static TableUnderTest uncompacted(KeyfoldKafka kafka, Path stateDir, TableContract contract, int partitions) {
        TableContract expiring =
                contract.withRequirements(contract.requirements().withExpiry());
        return new TableUnderTest(kafka, stateDir, expiring, partitions, "delete");
    }

    private TableUnderTest(
            KeyfoldKafka kafka, Path stateDir, TableContract contract, int partitions, String cleanupPolicy) {
        this.kafka = kafka;
        this.stateDir = stateDir;
        this.partitions = partitions;
        this.name = kafka.uniqueName("table");
        this.contract = contract.withTopic(
                kafka.createTopic(contract.name(), partitions, Map.of("cleanup.policy", cleanupPolicy)));
        this.deadLetterTopic = kafka.createTopic("dead-letters", 1);
    }

    TableContract contract() {
        return contract;
    }

    String topic() {
        return contract.topic();
    }

    String deadLetterTopic() {
        return deadLetterTopic;
    }

    UpsertConsumer build() {
        return UpsertConsumer.builder(name)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .instanceId("one")
                .table(contract, deadLetterTopic)
                .build();
    }

    UpsertTable<RowJson> start() throws InterruptedException {
        UpsertConsumer started = build();
        consumer = started;
        started.start();
        assertThat(started.awaitReady(PATIENCE)).as("ready in time").isTrue();
        return table();
    }

    UpsertTable<RowJson> restart() throws InterruptedException {
        stop();
        return start();
    }

    UpsertTable<RowJson> restartWiped() throws InterruptedException {
        boolean hadRows = !rows(table()).isEmpty();
        stop();
        try (Stream<Path> files = Files.walk(stateDir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(stateDir)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        UpsertTable<RowJson> table = start();
        if (hadRows) {
            assertThat(table.status().partitions())
                    .as("restored, not read again")
                    .anySatisfy(partition -> assertThat(partition.restored()).isPositive());
        }
        return table;
    }

    void stop() {
        requireNonNull(consumer).close();
    }

    UpsertTable<RowJson> table() {
        return requireNonNull(consumer).table(contract.name());
    }

    /** Waits until all that a read_committed reader can see now has been applied. */
    void awaitCaughtUp() {
        Map<Integer, Long> ends = lastStableOffsets();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(table().status().partitions())
                        .hasSize(ends.size())
                        .allSatisfy(partition -> assertThat(
                                        partition.position().orElseThrow().position())
                                .isGreaterThanOrEqualTo(ends.getOrDefault(partition.partition(), Long.MAX_VALUE))));
    }

    Map<Integer, Long> lastStableOffsets() {
        try {
            Map<Integer, Long> ends = new TreeMap<>();
            Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
            for (int partition = 0; partition < partitions; partition++) {
                asked.put(new TopicPartition(topic(), partition), OffsetSpec.latest());
            }
            kafka.admin()
                    .listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
            return ends;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("Cannot list offsets of " + topic(), e);
        }
    }

    /** All rows, page by page. */
    <T> List<Row<T>> rows(UpsertTable<T> table) {
        List<Row<T>> rows = new ArrayList<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(37);
            Page<T> page = table.scan(after.map(scan::after).orElse(scan));
            assertThat(page.isComplete()).isTrue();
            rows.addAll(page.rows());
            after = page.next();
        } while (after.isPresent());
        return rows;
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
        }
    }
}
