package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.query.Scan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTables;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Stores of a user's own topology that are older than their changelogs keep deletes are restored anew, and others are kept. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OldStateIT {

    private static final int ROWS = 100;
    /** Longer than half of a changelog's delete.retention.ms, which is a day. */
    private static final Duration LONG = Duration.ofHours(13);

    private static final Duration SHORT = Duration.ofHours(2);

    @TempDir
    Path stateDir;

    private TableContract contract;
    private String name;
    private TableInstance subject;

    @BeforeEach
    void fillTopic(KeyfoldKafka kafka) {
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        BulkRows.write(kafka, contract, ROWS, i -> "A" + i);
        name = kafka.uniqueName("old");
        subject = instance(kafka, Map.of());
    }

    private TableInstance instance(KeyfoldKafka kafka, Map<String, String> overrides) {
        return new TableInstance(
                kafka,
                name,
                contract,
                stateDir,
                builder -> builder.materialization(Materialization.CHANGELOG)
                        .topology(OldStateIT::count)
                        .streamsOverrides(overrides));
    }

    @AfterEach
    void close() {
        subject.close();
    }

    private static void count(StreamsBuilder builder, SourceTables tables) {
        tables.table("dwd_order_item")
                .groupBy(
                        (key, row) -> KeyValue.pair("all", row.value().text()),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("counted"));
    }

    /** The directories of tasks, in which their stores lie. */
    private List<Path> tasks() {
        try (Stream<Path> all = Files.walk(stateDir)) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+_[0-9]+"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void age() {
        age(LONG);
    }

    /** As if nothing in them had been touched for so long. */
    private void age(Duration time) {
        tasks().forEach(task -> {
            try {
                Files.setLastModifiedTime(task, FileTime.from(Instant.now().minus(time)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Of the task that has the table's own copy; of one without, a kill costs the stores whatever its age. */
    private Instant touched() {
        Path task = tasks().stream()
                .filter(path -> Files.isDirectory(path.resolve("keyfold")))
                .findFirst()
                .orElseThrow();
        try {
            return Files.getLastModifiedTime(task).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long restored() {
        return subject.partition(0).restored();
    }

    private void awaitRows() {
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> subject.table().count(Scan.all()).rows() == ROWS);
    }

    @Test
    void state_ofAnInstanceThatHasRunForLong_isKept() throws InterruptedException {
        subject.start();
        awaitRows();
        age();

        subject.restart();

        assertThat(restored()).isZero();
        awaitRows();
    }

    @Test
    void state_ofAnInstanceThatWasStoppedForLong_isRestored() throws InterruptedException {
        subject.start();
        awaitRows();
        subject.stop();
        age();

        subject.start();

        assertThat(restored()).isPositive();
        awaitRows();
    }

    /** Whatever it was made with, which for the others still counts. */
    @Test
    void state_whoseChangelogKeepsDeletesForLess_isRestoredSooner(KeyfoldKafka kafka) throws InterruptedException {
        subject.start();
        awaitRows();
        subject.stop();
        age(SHORT);
        subject.start();
        assertThat(restored()).as("younger than half of what it was made with").isZero();
        subject.stop();
        new TopicSurgery(kafka, name + "-counted-changelog").deleteRetention(SHORT);
        age(SHORT);

        subject.start();

        assertThat(restored()).isPositive();
        awaitRows();
    }

    /** It is killed, perhaps, before Kafka Streams touches the directory, which it does at a clean close alone. */
    @Test
    void directory_ofATaskThatRuns_looksYoung(KeyfoldKafka kafka) throws InterruptedException {
        subject = instance(kafka, Map.of("state.cleanup.dir.max.age.ms", "-1"));
        subject.start();
        awaitRows();
        subject.stop();
        age();
        Instant aged = touched();

        subject.start();

        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(touched()).isAfter(aged.plus(LONG.dividedBy(2))));
    }
}
