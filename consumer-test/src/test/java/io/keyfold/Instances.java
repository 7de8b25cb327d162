package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionStatus;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/** Instances of one consumer that share the partitions of one table, each with a directory of its own. */
final class Instances implements AutoCloseable {

    private final Admin admin;
    private final String bootstrapServers;
    private final String name;
    private final TableContract contract;
    private final Path directory;
    private final List<UpsertConsumer> made = new ArrayList<>();

    Instances(Admin admin, String bootstrapServers, String name, TableContract contract, Path directory) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
        this.name = name;
        this.contract = contract;
        this.directory = directory;
    }

    /** Of a table whose topics exist; their group is one that nobody else has. */
    static Instances of(KeyfoldKafka kafka, TableContract contract, Path directory) {
        return new Instances(
                kafka.admin(), kafka.bootstrapServers(), kafka.uniqueName("instances"), contract, directory);
    }

    TableContract contract() {
        return contract;
    }

    /** The group that they are members of. */
    String group() {
        return name + "-" + contract.name();
    }

    UpsertConsumer make(String instanceId) {
        return make(instanceId, builder -> builder);
    }

    /** Not started yet. Closed with the rest, if the test does not. */
    UpsertConsumer make(String instanceId, UnaryOperator<UpsertConsumerBuilder> settings) {
        UpsertConsumer consumer = settings.apply(UpsertConsumer.builder(name)
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(bootstrapServers)
                        .stateDir(directory.resolve(instanceId))
                        .instanceId(instanceId)
                        .table(contract))
                .build();
        made.add(consumer);
        return consumer;
    }

    UpsertConsumer start(String instanceId) throws InterruptedException {
        UpsertConsumer consumer = make(instanceId);
        consumer.start();
        awaitReady(consumer);
        return consumer;
    }

    static void awaitReady(UpsertConsumer consumer) throws InterruptedException {
        assertThat(consumer.awaitReady(TableUnderTest.PATIENCE))
                .as("ready in time")
                .isTrue();
    }

    UpsertTable<RowJson> table(UpsertConsumer consumer) {
        return consumer.table(contract.name());
    }

    /** Waits until these have every partition once, and have applied all that can be read now. */
    void awaitCaughtUp(UpsertConsumer... all) {
        Map<Integer, Long> ends = TopicEnds.lastStable(admin, contract.topic());
        await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> {
            List<PartitionStatus> here = new ArrayList<>();
            for (UpsertConsumer consumer : all) {
                assertThat(table(consumer).status().isReady()).as("ready").isTrue();
                here.addAll(table(consumer).status().partitions());
            }
            assertThat(here).extracting(PartitionStatus::partition).containsExactlyInAnyOrderElementsOf(ends.keySet());
            Map<Integer, Long> positions = new TreeMap<>();
            here.forEach(partition -> positions.put(
                    partition.partition(), partition.position().orElseThrow().position()));
            assertThat(positions)
                    .allSatisfy((partition, position) ->
                            assertThat(position).isGreaterThanOrEqualTo(ends.getOrDefault(partition, Long.MAX_VALUE)));
        });
    }

    /** What an instance that is closed keeps on disk is gone. */
    void wipe(String instanceId) {
        delete(directory.resolve(instanceId));
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        made.forEach(UpsertConsumer::close);
    }
}
