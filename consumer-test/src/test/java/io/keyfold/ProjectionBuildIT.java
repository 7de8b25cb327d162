package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.TotalScan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** While an index or a total is built, the rows are read as ever, what is not built says so, and live changes are not lost. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ProjectionBuildIT {

    private static final int PARTITIONS = 2;
    private static final int ROWS = 12_000;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private RandomOrders orders;
    private ProjectedTable subject;
    private String name;

    @TempDir
    Path one;

    @TempDir
    Path two;

    @BeforeEach
    void fill(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        orders = new RandomOrders(kafka.bootstrapServers(), contract.topic());
        orders.upsert(0, ROWS);
        name = kafka.uniqueName("building");
        subject = instance(one);
    }

    private ProjectedTable instance(Path directory) {
        return new ProjectedTable(kafka, name, contract, directory, Materialization.SOURCE_TOPIC);
    }

    @AfterEach
    void close() {
        orders.close();
        subject.close();
    }

    @Test
    void index_whileItIsBuilt_isMissingAndAllElseIsThere() throws InterruptedException {
        subject.start(OrderProjection.BY_AMOUNT);
        subject.awaitBuilt();

        try (BuildLog log = BuildLog.beginHolding()) {
            UpsertTable<RowJson> table =
                    subject.start(OrderProjection.BY_AMOUNT, OrderProjection.BY_USER, OrderProjection.ROWS);

            assertThat(table.scan(IndexScan.of("by_user")).rows()).isEmpty();
            assertThat(table.scan(IndexScan.of("by_user")).missing())
                    .isEqualTo(missing("index by_user is being built, 0 %"));
            assertThat(table.totals(TotalScan.of("rows")).missing())
                    .isEqualTo(missing("total rows is being built, 0 %"));
            assertThat(subject.rows()).as("rows").hasSize(ROWS);
            assertThat(OrderProjection.BY_AMOUNT.actual(table))
                    .as("the other index")
                    .contains(OrderProjection.BY_AMOUNT.expected(subject.rows()));
            log.release();
            subject.awaitBuilt();
        }
        subject.assertEqualsARecount();
    }

    private static List<MissingPartition> missing(String reason) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new MissingPartition(partition, reason))
                .toList();
    }

    @Test
    void index_whileItIsBuilt_tellsItsProgress() throws InterruptedException {
        subject.start();
        try (BuildLog log = BuildLog.beginHolding()) {
            UpsertTable<RowJson> table = subject.start(OrderProjection.BY_USER);
            assertThat(builds(table)).isNotEmpty().allSatisfy(build -> {
                assertThat(build.what()).isEqualTo("index by_user");
                assertThat(build.rows()).isLessThanOrEqualTo(build.estimatedRows());
            });
            log.release();

            subject.awaitBuilt();
            assertThat(builds(table)).isEmpty();
        }
    }

    private static List<BuildProgress> builds(UpsertTable<RowJson> table) {
        return table.status().partitions().stream()
                .flatMap(partition -> partition.builds().stream())
                .toList();
    }

    @Test
    void changes_whileEverythingIsBuilt_areInWhatIsBuilt() throws InterruptedException {
        subject.start();
        try (BuildLog log = BuildLog.beginHolding()) {
            UpsertTable<RowJson> table = subject.start(OrderProjection.all());
            orders.change(ROWS, 500);
            log.release();
            orders.change(ROWS, 2_000);
            subject.awaitCaughtUp();
            subject.awaitBuilt();
            assertThat(builds(table)).isEmpty();
        }

        subject.assertEqualsARecount();
    }

    @Test
    void instance_closedWhileABuildRuns_beginsItAnew() throws InterruptedException {
        subject.start();
        try (BuildLog log = BuildLog.beginHolding()) {
            UpsertTable<RowJson> table = subject.start(OrderProjection.all());
            log.release();
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(TableUnderTest.PATIENCE)
                    .until(() ->
                            table.status().isBuilt() || builds(table).stream().anyMatch(build -> build.rows() > 0));
            subject.close();
        }
        orders.change(ROWS, 200);

        subject.start(OrderProjection.all());
        subject.awaitCaughtUp();
        subject.awaitBuilt();
        subject.assertEqualsARecount();
    }

    /** The partition that moves is closed while it is built, and built elsewhere from the start. */
    @Test
    void instance_thatJoinsWhileABuildRuns_buildsWhatItTakesOver() throws InterruptedException {
        subject.start();
        try (ProjectedTable other = instance(two)) {
            try (BuildLog log = BuildLog.beginHolding()) {
                subject.start(OrderProjection.all());
                other.begin(OrderProjection.all());
                await().atMost(TableUnderTest.PATIENCE).until(() -> hasOne(subject) && hasOne(other));
                log.release();
                subject.awaitBuilt();
                other.awaitBuilt();
            }
            orders.change(ROWS, 500);
            subject.awaitCaughtUp();
            other.awaitCaughtUp();

            subject.assertEqualsARecount();
            other.assertEqualsARecount();
            int shared = subject.rows().size() + other.rows().size();

            other.leave();
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> subject.table().status().partitions().size() == PARTITIONS);
            subject.awaitCaughtUp();
            subject.awaitBuilt();
            subject.assertEqualsARecount();
            assertThat(subject.rows()).hasSize(shared);
        }
    }

    private static boolean hasOne(ProjectedTable instance) {
        TableStatus status = instance.table().status();
        return status.partitions().size() == 1 && status.isReady();
    }
}
