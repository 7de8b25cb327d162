package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Slips in where state is kept: each is said in words, and none becomes a missing row. */
@ExtendWith(KeyfoldKafkaExtension.class)
class StateDirectoryIT {

    private static final RowKey ROW = RowKey.of("A1001", "I02");

    @TempDir
    Path stateDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private String name;

    @BeforeEach
    void makeTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 6);
        name = kafka.uniqueName("dir");
        BulkRows.write(kafka, contract, 1, i -> "A1001");
    }

    private TableInstance instance() {
        return new TableInstance(kafka, name, contract, stateDir);
    }

    private ConsumerProcess.Setting process() {
        return new ConsumerProcess.Setting(kafka, name, contract, stateDir);
    }

    /** UC-39 (a): what tidies temporary directories up makes every start a first one. */
    @Test
    void start_inATemporaryDirectory_warnsAndNamesIt() throws InterruptedException {
        try (LogWatch log = LogWatch.begin();
                TableInstance subject = instance()) {
            subject.start();

            assertThat(log.ownMessages())
                    .filteredOn(
                            message -> message.contains(stateDir.resolve(name).toString()))
                    .containsExactly("State directory " + stateDir.resolve(name)
                            + " is temporary: what cleans it up makes every start a first one; choose another with "
                            + "stateDir");
        }
    }

    /** UC-39 (b): the second process ends, names directory and holder; the first goes on. */
    @Test
    void secondProcess_inTheSameDirectory_endsAndNamesTheHolder() throws InterruptedException {
        try (TableInstance first = instance()) {
            first.start();

            try (ConsumerProcess second = process().start()) {
                assertThat(second.exitCode())
                        .hasValueSatisfying(code -> assertThat(code).isNotZero());
                assertThat(second.errors())
                        .contains("StartException: Cannot start " + name + ": state directory " + stateDir.resolve(name)
                                + " is in use by another instance; give each instance a stateDir of its own (it is held "
                                + "by process " + ProcessHandle.current().pid() + " since ");
            }

            BulkRows.write(kafka, contract, 1, i -> "A1002");
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> first.table().get(RowKey.of("A1002", "I02")) instanceof Answer.Found);
        }
    }

    /** UC-39 (b): a holder that was killed holds nothing. */
    @Test
    void process_afterAHolderThatWasKilled_starts() throws InterruptedException {
        try (ConsumerProcess killed = process().start().awaitStarted()) {
            killed.kill();

            try (TableInstance next = instance()) {
                next.start();

                assertThat(next.table().get(ROW)).isInstanceOf(Answer.Found.class);
            }
        }
    }

    /** UC-39 (c): a file system that is read-only, which refuses root too. */
    @Test
    void start_inAReadOnlyDirectory_isRefusedAndNamesIt() throws InterruptedException {
        assumeThat(Confined.canMount()).as("unshare and mount are permitted").isTrue();
        try (TableInstance before = instance()) {
            before.start();
        }

        try (ConsumerProcess subject = process().start(Confined.readOnly(stateDir))) {
            assertThat(subject.exitCode())
                    .hasValueSatisfying(code -> assertThat(code).isNotZero());
            assertThat(subject.errors())
                    .contains("StartException: Cannot start " + name + ": state directory " + stateDir.resolve(name)
                            + " is not writable (")
                    .contains("choose another with stateDir, or make it writable");
        }
    }

    /** UC-39 (c), deeper: the lock can be had, the tables cannot be written. */
    @Test
    void start_withReadOnlyTables_isRefusedAndNamesThem() throws InterruptedException {
        assumeThat(Confined.canMount()).as("unshare and mount are permitted").isTrue();
        try (TableInstance before = instance()) {
            before.start();
        }
        Path tables = stateDir.resolve(name).resolve(kafka.clusterId());
        assertThat(tables).isDirectory();

        try (ConsumerProcess subject = process().start(Confined.readOnly(tables))) {
            assertThat(subject.exitCode())
                    .hasValueSatisfying(code -> assertThat(code).isNotZero());
            assertThat(subject.errors())
                    .contains("StartException: Cannot start ")
                    .contains(tables.toString())
                    .contains("is not writable (");
        }
    }

    /** Beside UC-39: RocksDB unpacks its library into the temporary directory, which hardened containers have read-only. */
    @Test
    void start_whereNothingCanBeUnpacked_isRefusedInWords() throws InterruptedException {
        List<String> noTemporaryDirectory = List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/nonexistent");

        try (ConsumerProcess subject = process().start(noTemporaryDirectory)) {
            assertThat(subject.exitCode())
                    .hasValueSatisfying(code -> assertThat(code).isNotZero());
            assertThat(subject.errors())
                    .contains("StartException: Cannot start " + name + ": RocksDB's native library cannot be loaded (")
                    .contains("it needs a temporary directory that programs may be run from");
        }
    }

    /** UC-39 (e): what was removed below a running consumer is made anew by the next one. */
    @Test
    void content_removedWhileItRuns_isRebuiltAfterARestart() throws InterruptedException {
        try (TableInstance subject = instance()) {
            subject.start();
            subject.wipe();
            BulkRows.write(kafka, contract, 1, i -> "A1002");
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> subject.table().get(RowKey.of("A1002", "I02")) instanceof Answer.Found);

            subject.restart();

            assertThat(subject.table().getAll(List.of(ROW, RowKey.of("A1002", "I02"))))
                    .allSatisfy(answer -> assertThat(answer).isInstanceOf(Answer.Found.class));
            assertThat(Files.exists(stateDir.resolve(name).resolve("lock"))).isTrue();
        }
    }
}
