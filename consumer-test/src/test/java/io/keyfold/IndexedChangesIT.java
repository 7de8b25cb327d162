package io.keyfold;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Materialization;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexPosition;
import io.keyfold.query.IndexScan;
import io.keyfold.row.Row;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 4 of indexes as rows come, change and go: each row is where its values put it, and nowhere else. */
@ExtendWith(KeyfoldKafkaExtension.class)
class IndexedChangesIT {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 300;

    @TempDir
    static Path directory;

    private static ProjectedTable subject;
    private static RandomOrders orders;
    private static UpsertTopic topic;

    /** With a changelog; {@link IndexesIT} is of a mirror. */
    @BeforeAll
    static void fill(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        orders = new RandomOrders(kafka.bootstrapServers(), contract.topic());
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        orders.upsert(0, ROWS);
        subject =
                new ProjectedTable(kafka, kafka.uniqueName("indexed"), contract, directory, Materialization.CHANGELOG);
        subject.start(OrderProjection.BY_USER_OTHERWISE, OrderProjection.BY_STATUS_AND_TIME);
        subject.awaitCaughtUp();
        subject.awaitBuilt();
    }

    @AfterAll
    static void close() {
        topic.close();
        orders.close();
        subject.close();
    }

    @Test
    void rows_changingBetweenPages_areNotTwiceInAPage() {
        IndexScan scan = byStatusAndTime().limit(40);
        Optional<IndexPosition> after = Optional.empty();
        do {
            IndexPage<OrderItem> page = subject.table()
                    .as(OrderItem.class)
                    .scan(after.map(scan::after).orElse(scan));

            assertThat(page.rows()).extracting(Row::key).doesNotHaveDuplicates();
            assertThat(page.rows())
                    .extracting(Row::value)
                    .isSortedAccordingTo(
                            comparing(OrderItem::orderStatus, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
                                    .thenComparing(OrderItem::updateTime, Comparator.nullsFirst(naturalOrder()))
                                    .thenComparing(OrderItem::orderId));
            orders.change(ROWS, 50);
            subject.awaitCaughtUp();
            after = page.next();
        } while (after.isPresent());
        subject.assertEqualsARecount();
    }

    @Test
    void position_ofARowThatHasGone_isStillAPlace() {
        topic.upsert("Q1", "I01", "U1", "GONE-1", 1, null, null, null);
        topic.upsert("Q2", "I01", "U1", "GONE-2", 1, null, null, null);
        subject.awaitCaughtUp();
        IndexScan scan = bySku().startsWith("GONE").limit(1);
        IndexPosition behindFirst = subject.table().scan(scan).next().orElseThrow();
        topic.tombstone("Q1", "I01");
        subject.awaitCaughtUp();

        assertThat(subject.list(scan.after(behindFirst)))
                .extracting(OrderItem::orderId)
                .containsExactly("Q2");
    }

    @Test
    void row_thatChangesItsIndexedColumn_leavesItsOldPlace() {
        topic.upsert("P1", "I01", "U1", "MOVED-1", 1, null, null, null);
        subject.awaitCaughtUp();
        assertThat(subject.list(bySku().equal("MOVED-1"))).hasSize(1);

        topic.upsert("P1", "I01", "U1", "MOVED-2", 1, null, null, null);
        subject.awaitCaughtUp();

        assertThat(subject.list(bySku().equal("MOVED-1"))).isEmpty();
        assertThat(subject.list(bySku().equal("MOVED-2")))
                .extracting(OrderItem::orderId)
                .containsExactly("P1");
    }

    @Test
    void row_thatChangesAnotherColumn_staysInPlaceWithItsNewValue() {
        topic.upsert("P2", "I01", "U1", "STILL", 1, null, null, null);
        topic.upsert("P2", "I01", "U1", "STILL", 2, null, null, null);
        subject.awaitCaughtUp();

        assertThat(subject.list(bySku().equal("STILL")))
                .extracting(OrderItem::quantity)
                .containsExactly(2);
    }

    @Test
    void row_deleted_leavesTheIndex() {
        topic.upsert("P3", "I01", "U1", "DELETED", 1, null, null, null);
        subject.awaitCaughtUp();
        assertThat(subject.list(bySku().equal("DELETED"))).hasSize(1);

        topic.tombstone("P3", "I01");
        subject.awaitCaughtUp();

        assertThat(subject.list(bySku().equal("DELETED"))).isEmpty();
        assertThat(subject.list(byStatusAndTime().equal((Object) null)))
                .extracting(OrderItem::orderId)
                .doesNotContain("P3");
    }

    @Test
    void row_markedByABadRecord_staysWhereItsLastGoodValuePutsIt() {
        topic.upsert("P4", "I01", "U1", "MARKED", 1, null, null, null);
        topic.rawText("{\"order_id\":\"P4\",\"item_id\":\"I01\"}", "{torn");
        subject.awaitCaughtUp();

        assertThat(subject.table().scan(bySku().equal("MARKED")).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.mark()).isPresent());
    }

    @Test
    void mark_withoutARow_isInNoIndex() {
        topic.rawText("{\"order_id\":\"P5\",\"item_id\":\"I01\"}", "{torn");
        subject.awaitCaughtUp();

        assertThat(subject.list(bySku())).extracting(OrderItem::orderId).doesNotContain("P5");
    }

    private static IndexScan bySku() {
        return IndexScan.of("by_user").limit(10_000); // declared over sku_id and user_id here
    }

    private static IndexScan byStatusAndTime() {
        return IndexScan.of("by_status_and_time").limit(10_000);
    }
}
