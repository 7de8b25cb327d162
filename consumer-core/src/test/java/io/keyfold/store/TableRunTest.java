package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy that is restored too late each time is given up, one that was late for once is not. */
class TableRunTest {

    private static final Duration NEVER_IN_TIME = Duration.ZERO;
    private static final Duration ALWAYS_IN_TIME = Duration.ofDays(1);

    @TempDir
    Path directory;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final TableSettings settings = TableSettings.of(TableContracts.named("dwd_order_item"));
    private final TableTask task = TableTask.of(settings, TableEvents.ofChanges(change -> {}));
    private LocalCopy first;
    private LocalCopy second;

    @BeforeEach
    void openCopies() {
        first = restored("first");
        second = restored("second");
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
        memory.close();
    }

    private LocalCopy restored(String name) {
        Path home = directory.resolve(name);
        LocalCopy copy = new LocalCopy(
                RocksTable.open(home, LocalCopy.FAMILIES, memory),
                home,
                LocalPartitions.NONE_DECLARED,
                new Retention(Duration.ofDays(1)));
        copy.changelogAt(System.currentTimeMillis());
        copy.commit(41);
        return copy;
    }

    /** With both copies open. */
    private TableRun run(Duration retention) {
        SourceTopic source = new SourceTopic("cluster", "orders", "id", List.of(new SourceTopic.Ends(0, 0, 0)));
        TableRun run = new TableRun(
                task,
                source,
                MessageLimits.KAFKA_DEFAULTS,
                Materialization.CHANGELOG,
                memory,
                DeadLetterWriter.of(settings, MessageLimits.KAFKA_DEFAULTS, new RestoreDeadLetters(Map.of())),
                new ProjectionBuilds(),
                new Changelog("shop-orders-changelog", new Retention(retention)));
        run.opened(0, first);
        run.opened(1, second);
        return run;
    }

    private void endsLate(LocalCopy copy) {
        assertThatThrownBy(() -> run(NEVER_IN_TIME).requireYoung(copy)).isInstanceOf(RebuildNeededException.class);
    }

    private void isInTime(LocalCopy copy) {
        assertThatCode(() -> run(ALWAYS_IN_TIME).requireYoung(copy)).doesNotThrowAnyException();
    }

    private void isGivenUp(LocalCopy copy) {
        assertThatThrownBy(() -> run(NEVER_IN_TIME).requireYoung(copy)).isInstanceOf(StoreRefusedException.class);
    }

    @Test
    void requireYoung_lateThreeRunsInARow_saysWhatToSet() {
        endsLate(first);
        endsLate(first);

        assertThatThrownBy(() -> run(NEVER_IN_TIME).requireYoung(first))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessage(
                        "partition 0 was restored from shop-orders-changelog 3 times in a row, and each time that took"
                                + " longer than half of that topic's delete.retention.ms=0; set topic.delete.retention.ms in"
                                + " streamsOverrides, and delete.retention.ms on that topic, to more than twice as long as it"
                                + " takes, and start again");
    }

    @Test
    void requireYoung_inTimeInBetween_beginsToCountAgain() {
        endsLate(first);
        endsLate(first);
        isInTime(first);

        endsLate(first);
        endsLate(first);

        isGivenUp(first);
    }

    /** That others are read does not help the one that never is. */
    @Test
    void requireYoung_anotherPartitionInTime_countsOn() {
        endsLate(first);
        isInTime(second);
        endsLate(first);
        isInTime(second);

        isGivenUp(first);
    }

    @Test
    void requireYoung_severalPartitionsLateInOneRun_countsEachOnItsOwn() {
        endsLate(first);
        endsLate(second);
        endsLate(first);
        endsLate(second);

        isGivenUp(second);
    }
}
