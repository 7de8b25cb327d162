package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.TableSettings;
import io.keyfold.health.PartitionStatus;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One instance of a consumer of one table, on a topic that the test made; instances of one name share the work. */
final class TableInstance implements AutoCloseable {

    private final KeyfoldKafka kafka;
    private final String name;
    private final TableSettings table;
    private final Path stateDir;
    private final UnaryOperator<UpsertConsumerBuilder> settings;
    private @Nullable UpsertConsumer consumer;

    TableInstance(KeyfoldKafka kafka, String name, TableContract contract, Path stateDir) {
        this(kafka, name, contract, stateDir, builder -> builder);
    }

    TableInstance(
            KeyfoldKafka kafka,
            String name,
            TableContract contract,
            Path stateDir,
            UnaryOperator<UpsertConsumerBuilder> settings) {
        this(kafka, name, contract, stateDir, contract.topic() + ".dlq", settings);
    }

    TableInstance(
            KeyfoldKafka kafka,
            String name,
            TableContract contract,
            Path stateDir,
            String deadLetterTopic,
            UnaryOperator<UpsertConsumerBuilder> settings) {
        this(kafka, name, new TableSettings(contract, deadLetterTopic), stateDir, settings);
    }

    TableInstance(
            KeyfoldKafka kafka,
            String name,
            TableSettings table,
            Path stateDir,
            UnaryOperator<UpsertConsumerBuilder> settings) {
        this.kafka = kafka;
        this.name = name;
        this.table = table;
        this.stateDir = stateDir;
        this.settings = settings;
    }

    /** A consumer that is not started; the instance goes on with it. */
    UpsertConsumer build() {
        UpsertConsumer built = settings.apply(UpsertConsumer.builder(name)
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .instanceId(stateDir.getFileName().toString())
                        .table(table))
                .build();
        consumer = built;
        return built;
    }

    UpsertTable<RowJson> start() throws InterruptedException {
        build().start();
        assertThat(consumer().awaitReady(TableUnderTest.PATIENCE))
                .as("ready in time")
                .isTrue();
        return table();
    }

    UpsertTable<RowJson> restart() throws InterruptedException {
        close();
        return start();
    }

    /** Without its disk. */
    UpsertTable<RowJson> restartWiped() throws InterruptedException {
        close();
        wipe();
        return start();
    }

    void wipe() {
        try (Stream<Path> files = Files.walk(stateDir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(stateDir)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    UpsertConsumer consumer() {
        return requireNonNull(consumer, "not started");
    }

    UpsertTable<RowJson> table() {
        return consumer().table(table.contract().name());
    }

    /** The group that a mirror reads in. */
    String mirrorGroup() {
        return name + "-" + table.contract().name();
    }

    PartitionStatus partition(int number) {
        return table().status().partitions().stream()
                .filter(partition -> partition.partition() == number)
                .findFirst()
                .orElseThrow();
    }

    void awaitApplied(RecordPosition record) {
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> table().status().partitions().stream()
                        .flatMap(partition -> partition.position().stream())
                        .anyMatch(position ->
                                position.partition() == record.partition() && position.position() > record.offset()));
    }

    /** Why local copies were made anew, of those that were. */
    List<String> rebuilt() {
        return table().status().partitions().stream()
                .flatMap(partition -> partition.rebuilt().stream())
                .toList();
    }

    void leave() {
        consumer().leave();
    }

    /** Ends what runs; it may be started again. */
    void stop() {
        close();
    }

    @Override
    public void close() {
        if (consumer != null) {
            consumer.close();
        }
    }
}
