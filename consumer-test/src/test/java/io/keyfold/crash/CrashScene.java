package io.keyfold.crash;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.Materialization;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** What is around a consumer that is killed: its topics, the traffic into them, its directory, its files. */
final class CrashScene implements AutoCloseable {

    private final KeyfoldKafka kafka;
    private final Materialization materialization;
    private final String consumer;
    private final Path stateDir;
    private final Path files;
    private final TableContract items;
    private final TableContract users;
    private final String outTopic;
    private final ExpectedState expected;
    private final TrafficGate gate = new TrafficGate();
    private final Thread writer;

    CrashScene(KeyfoldKafka kafka, Materialization materialization, Path stateDir, long seed) throws IOException {
        this.kafka = kafka;
        this.materialization = materialization;
        this.stateDir = stateDir;
        this.consumer = kafka.uniqueName("crash");
        this.files = Files.createDirectories(
                        Path.of("target", "crash", materialization + "-" + seed + "-" + System.currentTimeMillis()))
                .toAbsolutePath();
        this.items = kafka.createTable(CrashTables.items(), CrashTables.ITEM_PARTITIONS);
        this.users = kafka.createTable(CrashTables.users(), CrashTables.USER_PARTITIONS);
        this.outTopic = kafka.createTopic("changes", CrashTables.ITEM_PARTITIONS);
        this.expected = new ExpectedState(files.resolve("journal.txt"));
        StillItems.write(kafka, items, expected);
        this.writer = new Thread(() -> write(seed), "crash-traffic");
        writer.start();
    }

    private void write(long seed) {
        try (UpsertTopic itemsTopic = UpsertTopic.open(kafka.bootstrapServers(), items);
                UpsertTopic usersTopic = UpsertTopic.open(kafka.bootstrapServers(), users);
                UpsertTransaction itemsSink = itemsTopic.begin();
                UpsertTransaction usersSink = usersTopic.begin()) {
            new CrashTraffic(seed, Map.of(CrashTables.ITEMS, itemsSink, CrashTables.USERS, usersSink), expected, gate)
                    .run();
        } catch (RuntimeException e) {
            gate.failed(e);
        }
    }

    boolean isMirror() {
        return materialization == Materialization.SOURCE_TOPIC;
    }

    ExpectedState expected() {
        return expected;
    }

    TrafficGate gate() {
        return gate;
    }

    OutputFold output() {
        return new OutputFold(kafka.bootstrapServers(), outTopic, CrashTables.ITEM_PARTITIONS);
    }

    Path file(String name) {
        return files.resolve(name);
    }

    Path haltFile() {
        return file("halted");
    }

    ChildOptions options(Kill kill, boolean awaitsAll) {
        return new ChildOptions(
                materialization,
                kafka.bootstrapServers(),
                consumer,
                stateDir.toString(),
                items.topic(),
                users.topic(),
                outTopic,
                kill.streamThreads(),
                kill.storeMiB(),
                awaitsAll,
                kill.subscribesFirst(),
                kill.moment() == Kill.Moment.IN_WINDOW ? kill.records() : 0,
                kill.declared(),
                kill.moment() == Kill.Moment.BUILDING ? kill.records() : 0,
                haltFile().toString());
    }

    String tableOf(String topicOrTable) {
        return topicOrTable.equals(items.topic()) || topicOrTable.equals(CrashTables.ITEMS)
                ? CrashTables.ITEMS
                : CrashTables.USERS;
    }

    /** What the consumer's groups have committed, by table and partition: the next offset to read. */
    Map<String, Long> committedOffsets() throws Exception {
        List<String> groups = isMirror()
                ? List.of(consumer + "-" + CrashTables.ITEMS, consumer + "-" + CrashTables.USERS)
                : List.of(consumer);
        Map<String, Long> committed = new TreeMap<>();
        for (String group : groups) {
            kafka.admin()
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> {
                        if (List.of(items.topic(), users.topic()).contains(partition.topic())) {
                            committed.put(tableOf(partition.topic()) + "/" + partition.partition(), offset.offset());
                        }
                    });
        }
        return committed;
    }

    /** {@code table/partition=end ...} of the last stable offsets. */
    String stableEnds() throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < CrashTables.ITEM_PARTITIONS; partition++) {
            asked.put(new TopicPartition(items.topic(), partition), OffsetSpec.latest());
        }
        for (int partition = 0; partition < CrashTables.USER_PARTITIONS; partition++) {
            asked.put(new TopicPartition(users.topic(), partition), OffsetSpec.latest());
        }
        return kafka
                .admin()
                .listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get()
                .entrySet()
                .stream()
                .map(end -> tableOf(requireNonNull(end.getKey()).topic()) + "/"
                        + end.getKey().partition() + "=" + end.getValue().offset())
                .collect(Collectors.joining(" "));
    }

    @Override
    public void close() {
        gate.close();
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
