package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Materialization;
import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise 4 of totals: what a group comes to is what its rows come to, over all partitions. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TotalsIT {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 300;

    @TempDir
    static Path directory;

    private static ProjectedTable subject;
    private static UpsertTopic topic;

    /** With a changelog; {@link TotalledChangesIT} is of a mirror. */
    @BeforeAll
    static void fill(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        try (RandomOrders orders = new RandomOrders(kafka.bootstrapServers(), contract.topic())) {
            orders.upsert(0, ROWS);
        }
        subject =
                new ProjectedTable(kafka, kafka.uniqueName("totalled"), contract, directory, Materialization.CHANGELOG);
        subject.start(OrderProjection.all());
        subject.awaitCaughtUp();
        subject.awaitBuilt();
    }

    @AfterAll
    static void close() {
        topic.close();
        subject.close();
    }

    @Test
    void totals_ofRandomRows_equalARecount() {
        assertThat(subject.rows()).hasSizeGreaterThan(ROWS / 2);
        subject.assertEqualsARecount();
    }

    @Test
    void count_ofAllRows_isTheirNumber() {
        assertThat(subject.groups(TotalScan.of("rows")))
                .singleElement()
                .satisfies(group ->
                        assertThat(group.value()).contains((long) subject.rows().size()));
    }

    @Test
    void sum_ofAmountsHoweverSpelled_isExact() {
        raw("A", "U1", "1E+2", "SPELLED", null);
        raw("B", "U1", "100.00", "SPELLED", null);
        raw("C", "U1", "0.1", "SPELLED", null);
        raw("D", "U1", "0.2", "SPELLED", null);
        subject.awaitCaughtUp();

        assertThat(subject.group("amount_by_status", "SPELLED").value()).contains(new BigDecimal("200.30"));
    }

    @Test
    void sum_whereAllAreNull_isNone() {
        raw("A", "U1", "null", "NULLS", null);
        subject.awaitCaughtUp();

        assertThat(subject.group("amount_by_status", "NULLS").rows()).isEqualTo(1);
        assertThat(subject.group("amount_by_status", "NULLS").value()).isEmpty();
    }

    @Test
    void groups_byMinute_areAskedByTheirTime() {
        raw("A", "U1", "1", "M", "2031-05-05 10:40:00");
        raw("B", "U1", "1", "M", "2031-05-05 10:40:59.999");
        raw("C", "U1", "1", "M", "2031-05-05 10:41:00");
        subject.awaitCaughtUp();
        LocalDateTime minute = LocalDateTime.parse("2031-05-05T10:40");

        assertThat(subject.groups(TotalScan.of("by_minute").from(minute).to(minute.plusMinutes(1))))
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.group()).isEqualTo(List.of(minute));
                    assertThat(group.rows()).isEqualTo(2);
                    assertThat(group.value()).contains(new BigDecimal("2"));
                });
    }

    @Test
    void groups_byDayAndUser_areAskedByTheDay() {
        raw("A", "U1", "1", "D", "2032-05-05 23:59:59.999");
        raw("B", "U2", "1", "D", "2032-05-05 00:00:00");
        raw("C", "U2", "1", "D", "2032-05-06 00:00:00");
        subject.awaitCaughtUp();
        LocalDate day = LocalDate.parse("2032-05-05");

        assertThat(subject.groups(TotalScan.of("by_day_and_user").group(day)))
                .extracting(TotalGroup::group)
                .isEqualTo(List.of(List.of(day, "U1"), List.of(day, "U2")));
    }

    @Test
    void greatest_ofGroups_areThoseWithTheGreatestValues() {
        List<TotalGroup> all = subject.groups(TotalScan.of("greatest_by_user"));
        List<Object> greatest = all.stream()
                .flatMap(group -> group.value().stream())
                .sorted(Comparator.comparing(value -> (BigDecimal) value).reversed())
                .limit(3)
                .toList();

        assertThat(subject.groups(TotalScan.of("greatest_by_user").greatest().limit(3)))
                .hasSize(3)
                .extracting(group -> group.value().orElseThrow())
                .isEqualTo(greatest);
        assertThat(subject.groups(
                        TotalScan.of("greatest_by_user").greatest(all.size()).limit(3)))
                .hasSize(3);
        assertThatThrownBy(() -> subject.groups(TotalScan.of("greatest_by_user").greatest(all.size() - 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("greatest: of more than " + (all.size() - 1) + " groups");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 33})
    void groups_pageAfterPage_areTheWholeInBothDirections(int limit) {
        List<TotalGroup> whole = subject.groups(TotalScan.of("by_day_and_user"));
        List<TotalGroup> backwards = new ArrayList<>(whole);
        Collections.reverse(backwards);

        assertThat(whole)
                .hasSizeGreaterThan(limit)
                .isEqualTo(paged(TotalScan.of("by_day_and_user").limit(limit)));
        assertThat(paged(TotalScan.of("by_day_and_user").reverse().limit(limit)))
                .isEqualTo(backwards);
    }

    @Test
    void scan_ofATotalThatIsNotDeclared_isRefused() {
        assertThatThrownBy(() -> subject.groups(TotalScan.of("by_user")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("total: by_user (expected: one of [rows, amount_by_status, least_by_user, greatest_by_user,"
                        + " top_by_status, by_minute, by_day_and_user])");
    }

    @Test
    void scan_ofATimeWithinAMinute_isRefused() {
        assertThatThrownBy(() ->
                        subject.groups(TotalScan.of("by_minute").from(LocalDateTime.parse("2031-05-05T10:40:01"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("minute(update_time): a time within a minute (expected: a whole minute)");
    }

    @Test
    void scan_afterAGroupOutsideOfIt_isRefused() {
        assertThatThrownBy(() -> subject.groups(TotalScan.of("by_day_and_user")
                        .group(LocalDate.parse("2024-01-10"))
                        .after(Arrays.asList(LocalDate.parse("2024-01-09"), "U1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after: another place (expected: one in what the scan asks for)");
    }

    /** A row of an order {@code <status>-<name>}. */
    private static void raw(String name, String user, String amount, String status, @Nullable String time) {
        String order = status + "-" + name;
        topic.rawText(
                "{\"order_id\":\"" + order + "\",\"item_id\":\"I02\"}",
                "{\"order_id\":\"" + order + "\",\"item_id\":\"I02\",\"user_id\":\"" + user
                        + "\",\"quantity\":1,\"amount\":" + amount + ",\"order_status\":\"" + status
                        + "\",\"update_time\":" + (time == null ? "null" : "\"" + time + "\"") + "}");
    }

    private static List<TotalGroup> paged(TotalScan scan) {
        List<TotalGroup> all = new ArrayList<>();
        Optional<List<@Nullable Object>> after = Optional.empty();
        do {
            TotalPage page = subject.table().totals(after.map(scan::after).orElse(scan));
            assertThat(page.groups()).hasSizeLessThanOrEqualTo(scan.limit());
            all.addAll(page.groups());
            after = page.next();
        } while (after.isPresent());
        return all;
    }
}
