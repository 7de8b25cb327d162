package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promise 4 of indexes and totals over a start: they are right however the rows came back, and not built anew without need. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ProjectionRestoreIT {

    private static final int PARTITIONS = 1;
    private static final int ROWS = 2_000;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private RandomOrders orders;
    private Path stateDir;
    private ProjectedTable subject;

    @BeforeEach
    void fill(KeyfoldKafka newKafka, @TempDir Path directory) {
        kafka = newKafka;
        stateDir = directory;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        orders = new RandomOrders(kafka.bootstrapServers(), contract.topic());
        orders.upsert(0, ROWS);
        subject = new ProjectedTable(kafka, contract, stateDir);
    }

    @AfterEach
    void close() {
        orders.close();
        subject.close();
    }

    private void use(Materialization materialization) {
        subject = new ProjectedTable(kafka, kafka.uniqueName("restored"), contract, stateDir, materialization);
    }

    @ParameterizedTest
    @EnumSource(Materialization.class)
    void disk_lost_isRestoredInBulkAndBuiltInOnePass(Materialization materialization) throws InterruptedException {
        use(materialization);
        subject.start(OrderProjection.all());
        subject.awaitCaughtUp();
        subject.awaitBuilt();
        subject.wipe();

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.all());
            assertThat(subject.restored()).as("restored, not read again").isPositive();
            subject.awaitBuilt();

            assertThat(log.begun()).as("one build a partition").hasSize(PARTITIONS);
        }
        subject.assertEqualsARecount();
        assertThat(subject.rows()).hasSize(ROWS);
    }

    @ParameterizedTest
    @EnumSource(Materialization.class)
    void records_missedWhileClosed_areFollowedWithoutABuild(Materialization materialization)
            throws InterruptedException {
        use(materialization);
        subject.start(OrderProjection.all());
        subject.awaitCaughtUp();
        subject.awaitBuilt();
        subject.close();
        orders.change(ROWS, 200);

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.all());
            assertThat(subject.table().status().isBuilt()).as("built at once").isTrue();
            subject.awaitCaughtUp();

            subject.assertEqualsARecount();
            assertThat(log.begun()).isEmpty();
        }
    }

    /** They come in by a restore, as after a kill between two commits, and the indexes and totals follow them. */
    @ParameterizedTest
    @EnumSource(Materialization.class)
    void records_readByAnotherInstance_areRestoredWithoutABuild(Materialization materialization, @TempDir Path otherDir)
            throws InterruptedException {
        use(materialization);
        subject.start(OrderProjection.all());
        subject.awaitCaughtUp();
        subject.awaitBuilt();
        subject.leave();
        try (ProjectedTable other = new ProjectedTable(kafka, subject.name(), contract, otherDir, materialization)) {
            other.start();
            orders.change(ROWS, 200);
            other.awaitCaughtUp();
            other.leave();
        }

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.all());
            assertThat(subject.restored()).as("records restored").isBetween(1L, 400L);
            assertThat(subject.table().status().isBuilt()).as("built at once").isTrue();
            subject.awaitCaughtUp();

            subject.assertEqualsARecount();
            assertThat(log.begun()).isEmpty();
        }
    }

    @Test
    void index_addedAtARestart_isBuiltAlone() throws InterruptedException {
        subject.start(OrderProjection.BY_AMOUNT, OrderProjection.AMOUNT_BY_STATUS);
        subject.awaitBuilt();

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.BY_AMOUNT, OrderProjection.AMOUNT_BY_STATUS, OrderProjection.BY_USER);
            assertThat(OrderProjection.BY_AMOUNT.actual(subject.table()))
                    .as("the other index")
                    .isPresent();
            subject.awaitBuilt();

            assertThat(log.begun()).containsExactly("[index by_user] of dwd_order_item-0");
        }
        subject.assertEqualsARecount();
    }

    @Test
    void total_dropped_isGoneAndComesBackWithTheRowsOfToday() throws InterruptedException {
        subject.start(OrderProjection.BY_AMOUNT, OrderProjection.AMOUNT_BY_STATUS);
        subject.awaitBuilt();

        subject.start(OrderProjection.BY_AMOUNT);
        assertThat(subject.table().status().isBuilt()).isTrue();
        orders.change(ROWS, 300);
        subject.awaitCaughtUp();
        subject.assertEqualsARecount();

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.BY_AMOUNT, OrderProjection.AMOUNT_BY_STATUS);
            subject.awaitBuilt();

            assertThat(log.begun())
                    .hasSize(PARTITIONS)
                    .allSatisfy(build -> assertThat(build).startsWith("[total amount_by_status] of "));
        }
        subject.assertEqualsARecount();
    }

    @Test
    void index_declaredOtherwiseAndBackAgain_isBuiltEachTime() throws InterruptedException {
        subject.start(OrderProjection.BY_USER);
        subject.awaitBuilt();

        subject.start(OrderProjection.BY_USER_OTHERWISE);
        subject.awaitBuilt();
        orders.change(ROWS, 300);
        subject.awaitCaughtUp();
        subject.assertEqualsARecount();

        try (BuildLog log = BuildLog.begin()) {
            subject.start(OrderProjection.BY_USER);
            subject.awaitBuilt();

            assertThat(log.begun()).hasSize(PARTITIONS);
        }
        subject.assertEqualsARecount();
    }

    @Test
    void topic_madeAnew_leavesTheProjectionsOfTheNewRowsAlone() throws InterruptedException {
        subject.start(OrderProjection.all());
        subject.awaitBuilt();

        new TopicSurgery(kafka, contract.topic()).makeAnew(PARTITIONS, Map.of("cleanup.policy", "compact"));
        orders.upsert(ROWS, ROWS + 30);

        await().atMost(TableUnderTest.PATIENCE).until(() -> isOfTheNewTopic(subject.table()));
        subject.awaitCaughtUp();
        subject.awaitBuilt();
        assertThat(subject.rows()).hasSize(30);
        subject.assertEqualsARecount();
    }

    @Test
    void topic_madeAnewWhileStopped_leavesTheProjectionsOfTheNewRowsAlone() throws InterruptedException {
        subject.start(OrderProjection.all());
        subject.awaitBuilt();
        subject.close();

        new TopicSurgery(kafka, contract.topic()).makeAnew(PARTITIONS, Map.of("cleanup.policy", "compact"));
        orders.upsert(ROWS, ROWS + 30);
        subject.start(OrderProjection.all());

        subject.awaitCaughtUp();
        subject.awaitBuilt();
        assertThat(subject.rows()).hasSize(30);
        subject.assertEqualsARecount();
    }

    private static boolean isOfTheNewTopic(UpsertTable<RowJson> table) {
        return table.count(Scan.all().limit(Scan.MAX_LIMIT)).rows() == 30;
    }
}
