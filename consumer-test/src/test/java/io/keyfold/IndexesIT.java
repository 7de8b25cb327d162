package io.keyfold;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexPosition;
import io.keyfold.query.IndexScan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise 4 of indexes: each lists the rows that the table has, each where its values put it, in the order of its columns. */
@ExtendWith(KeyfoldKafkaExtension.class)
class IndexesIT {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 300;
    private static final LocalDateTime FROM = LocalDateTime.parse("2024-01-11T00:00");
    private static final LocalDateTime TO = LocalDateTime.parse("2024-01-11T10:42:30");

    private static final Comparator<OrderItem> BY_KEY = comparing(OrderItem::orderId);
    private static final List<OrderProjection> DECLARED =
            List.of(OrderProjection.BY_USER_OTHERWISE, OrderProjection.BY_STATUS_AND_TIME, OrderProjection.BY_AMOUNT);

    @TempDir
    static Path directory;

    private static ProjectedTable subject;

    @BeforeAll
    static void fill(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        try (RandomOrders orders = new RandomOrders(kafka.bootstrapServers(), contract.topic())) {
            orders.upsert(0, ROWS);
        }
        subject = new ProjectedTable(kafka, contract, directory);
        subject.start(DECLARED);
        subject.awaitBuilt();
    }

    @AfterAll
    static void close() {
        subject.close();
    }

    @Test
    void index_ofEveryRow_isInTheOrderOfItsColumns() {
        assertThat(subject.rows()).hasSizeGreaterThan(ROWS / 2);
        subject.assertEqualsARecount();
    }

    @Test
    void index_equalToAValue_listsItsRowsInKeyOrder() {
        assertThat(subject.list(byAmount().equal(new BigDecimal("100"))))
                .isNotEmpty()
                .isEqualTo(rows(BY_KEY, row -> is(row.amount(), new BigDecimal("100.00"))));
    }

    @Test
    void index_equalToNull_listsTheRowsWithoutAValue() {
        assertThat(subject.list(byAmount().equal((Object) null)))
                .isNotEmpty()
                .isEqualTo(rows(BY_KEY, row -> row.amount() == null));
    }

    @Test
    void index_equalInSeveralColumns_listsTheirRows() {
        assertThat(subject.list(bySku().equal("SKU-4", "U1")))
                .isEqualTo(rows(BY_KEY, row -> is(row.skuId(), "SKU-4") && is(row.userId(), "U1")));
    }

    @Test
    void index_equalInALeadingColumn_isInTheOrderOfTheNext() {
        assertThat(subject.list(bySku().equal("SKU-4")))
                .isNotEmpty()
                .isEqualTo(rows(
                        comparing(OrderItem::userId, Comparator.nullsFirst(naturalOrder()))
                                .thenComparing(BY_KEY),
                        row -> is(row.skuId(), "SKU-4")));
    }

    @Test
    void index_textPrefix_listsTheTextsThatBeginSo() {
        assertThat(subject.list(bySku().startsWith("SKU-1")))
                .isNotEmpty()
                .isEqualTo(rows(
                        comparing(OrderItem::skuId)
                                .thenComparing(OrderItem::userId, Comparator.nullsFirst(naturalOrder()))
                                .thenComparing(BY_KEY),
                        row -> row.skuId() != null && row.skuId().startsWith("SKU-1")));
    }

    @Test
    void index_range_isFromInclusiveToExclusiveWithoutNulls() {
        BigDecimal from = new BigDecimal("-50.5");
        BigDecimal to = new BigDecimal("400");

        assertThat(subject.list(byAmount().from(from).to(to)))
                .isNotEmpty()
                .isEqualTo(rows(
                        comparing(OrderItem::amount).thenComparing(BY_KEY),
                        row -> row.amount() != null
                                && row.amount().compareTo(from) >= 0
                                && row.amount().compareTo(to) < 0));
    }

    @Test
    void index_timeRangeBehindAValue_listsTheRowsOfThatTime() {
        assertThat(subject.list(byStatusAndTime().equal("S1").from(FROM).to(TO)))
                .isNotEmpty()
                .isEqualTo(rows(comparing(OrderItem::updateTime).thenComparing(BY_KEY), IndexesIT::isInTime));
    }

    private static boolean isInTime(OrderItem row) {
        return is(row.orderStatus(), "S1")
                && row.updateTime() != null
                && !row.updateTime().isBefore(FROM)
                && row.updateTime().isBefore(TO);
    }

    @Test
    void index_inReverse_isTheSameBackwards() {
        List<OrderItem> forward =
                new ArrayList<>(subject.list(byStatusAndTime().equal("S1").from(FROM)));
        Collections.reverse(forward);

        assertThat(subject.list(byStatusAndTime().equal("S1").from(FROM).reverse()))
                .isNotEmpty()
                .isEqualTo(forward);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 299, 10_000})
    void index_pageAfterPage_equalsTheWhole(int limit) {
        List<OrderItem> whole = subject.list(byAmount());

        assertThat(paged(byAmount().limit(limit))).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 299})
    void index_pageAfterPageInReverse_equalsTheWholeBackwards(int limit) {
        List<OrderItem> whole = new ArrayList<>(subject.list(byAmount().from(new BigDecimal("1"))));
        Collections.reverse(whole);

        assertThat(paged(byAmount().from(new BigDecimal("1")).reverse().limit(limit)))
                .isEqualTo(whole);
    }

    private static IndexScan bySku() {
        return IndexScan.of("by_user").limit(10_000); // declared over sku_id and user_id here
    }

    private static IndexScan byAmount() {
        return IndexScan.of("by_amount").limit(10_000);
    }

    private static IndexScan byStatusAndTime() {
        return IndexScan.of("by_status_and_time").limit(10_000);
    }

    private static boolean is(@Nullable Object value, Object expected) {
        return expected.equals(value);
    }

    private static List<OrderItem> rows(Comparator<OrderItem> order, Predicate<OrderItem> which) {
        return subject.rows().stream().filter(which).sorted(order).toList();
    }

    private static List<OrderItem> paged(IndexScan scan) {
        List<OrderItem> all = new ArrayList<>();
        Optional<IndexPosition> after = Optional.empty();
        do {
            IndexPage<OrderItem> page = subject.table()
                    .as(OrderItem.class)
                    .scan(after.map(scan::after).orElse(scan));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(scan.limit());
            page.rows().forEach(row -> all.add(row.value()));
            after = page.next();
        } while (after.isPresent());
        return all;
    }

    @Test
    void scan_ofAnIndexThatIsNotDeclared_isRefused() {
        assertThatThrownBy(() -> subject.list(IndexScan.of("by_moon")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("index: by_moon (expected: one of [by_user, by_status_and_time, by_amount])");
    }

    @Test
    void scan_withAValueOfAnotherType_isRefusedNamingTheColumn() {
        assertThatThrownBy(() -> subject.list(byStatusAndTime().equal(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column order_status: a Integer (expected: a String for STRING)");
    }

    @Test
    void scan_ofABeginningOfANumber_isRefused() {
        assertThatThrownBy(() -> subject.list(byAmount().startsWith("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "index by_amount: a beginning of amount, which is DECIMAL(18, 2) (expected: a STRING, VARCHAR or CHAR)");
    }

    @Test
    void scan_toBeforeFrom_isRefused() {
        assertThatThrownBy(
                        () -> subject.list(byAmount().from(new BigDecimal("2")).to(new BigDecimal("1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("to: before from (expected: from, or behind it)");
    }

    @Test
    void scan_afterAPlaceOutsideOfIt_isRefused() {
        IndexPosition place = subject.table().scan(byAmount().limit(1)).next().orElseThrow();

        assertThatThrownBy(
                        () -> subject.list(byAmount().from(new BigDecimal("2")).after(place)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after: another place (expected: one in what the scan asks for)");
    }
}
