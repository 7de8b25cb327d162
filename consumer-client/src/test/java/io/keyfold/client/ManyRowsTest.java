package io.keyfold.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.query.Answer;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.query.Page.StandbyPartition;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.query.Scan;
import io.keyfold.query.TotalGroup;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions for many rows and groups: what is sent, and what is made of the replies. */
final class ManyRowsTest {

    private static final String TABLE = "/v1/tables/dwd_order_item";
    private static final Instant TIME = Instant.parse("2024-01-15T02:30:00Z");
    private static final String NOTHING = "\"missing\":[],\"stale\":[],\"waiting\":[],\"standby\":[],\"as_of\":[]";
    private static final String EMPTY = "{\"rows\":[],\"complete\":true," + NOTHING + ",\"next_page_token\":null}";
    private static final String NO_GROUPS = EMPTY.replace("\"rows\"", "\"groups\"");

    private static final String MASKED_KEY = "\"key\":{\"order_id\":null,\"item_id\":null}";

    private final FakeService service = new FakeService();

    @AfterEach
    void close() {
        service.close();
    }

    private ClientTable<RowJson> orders() {
        return service.client().table(TableContracts.named("dwd_order_item"));
    }

    private static String row(String orderId, int partition, long offset) {
        return "{\"key\":{\"order_id\":\"" + orderId + "\",\"item_id\":\"I01\"},\"value\":{\"order_id\":\"" + orderId
                + "\",\"item_id\":\"I01\"},\"position\":{\"topic\":\"orders\",\"partition\":" + partition
                + ",\"offset\":"
                + offset + "},\"timestamp\":null,\"mark\":null,\"stale\":null,\"waiting\":null,\"standby\":null,"
                + "\"self\":null}";
    }

    private static String page(String token, String... rows) {
        return "{\"rows\":[" + String.join(",", rows) + "],\"complete\":true," + NOTHING + ",\"next_page_token\":"
                + token + "}";
    }

    @Test
    void getAll_foundAbsentAndNotReady_areAnswersInOrder() {
        service.json("{\"results\":[{\"status\":200,\"row\":" + row("A1", 3, 41)
                + ",\"as_of\":{\"topic\":\"orders\",\"partition\":3,\"position\":42}},"
                + "{\"status\":404,\"problem\":{\"type\":\"/problems/row-not-found\",\"status\":404,\"detail\":\"d\","
                + "\"as_of\":{\"topic\":\"orders\",\"partition\":1,\"position\":7}}},"
                + "{\"status\":503,\"problem\":{\"type\":\"/problems/not-ready\",\"status\":503,\"detail\":\"moving\"}}],"
                + "\"complete\":false}");

        List<Answer<RowJson>> answers =
                orders().getAll(List.of(RowKey.of("A1", "I01"), RowKey.of("\"", "é"), RowKey.of("A3", "I01")));

        assertThat(answers.get(0)).isInstanceOfSatisfying(Answer.Found.class, found -> {
            assertThat(found.row().key()).isEqualTo(RowKey.of("A1", "I01"));
            assertThat(found.asOf()).isEqualTo(new PartitionPosition("orders", 3, 42));
        });
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        Answer.Absent.class,
                        absent -> assertThat(absent.asOf()).isEqualTo(new PartitionPosition("orders", 1, 7)));
        assertThat(answers.get(2)).isEqualTo(new Answer.NotReady<>("moving", Duration.ofSeconds(1)));
        assertThat(service.asked().get(0).body())
                .isEqualTo(
                        "{\"keys\":[{\"order_id\":\"A1\",\"item_id\":\"I01\"},{\"order_id\":\"\\\"\",\"item_id\":\"é\"},"
                                + "{\"order_id\":\"A3\",\"item_id\":\"I01\"}]}");
        assertThat(service.targets()).containsExactly(TABLE + "/rows:batchGet");
    }

    @Test
    void getAll_otherNumberOfResults_isRefused() {
        service.json("{\"results\":[],\"complete\":true}");

        assertThat(orders().getAll(List.of())).isEmpty();
        assertThatThrownBy(() -> orders().getAll(List.of(RowKey.of("A1", "I01"))))
                .hasMessage("Cannot read the reply of " + service.address() + ": 0 results (expected: 1)");
    }

    @Test
    void getAll_rowsOfEachOther_areRefused() {
        String result = "{\"status\":200,\"row\":%s,\"as_of\":{\"topic\":\"orders\",\"partition\":3,\"position\":42}}";
        service.json("{\"results\":[" + String.format(result, row("A2", 3, 41)) + ","
                + String.format(result, row("A1", 3, 40)) + "],\"complete\":true}");

        assertThatThrownBy(() -> orders().getAll(List.of(RowKey.of("A1", "I01"), RowKey.of("A2", "I01"))))
                .hasMessage("Cannot read the reply of " + service.address() + ": a row of another key");
    }

    @Test
    void get_keysThatPathsCannotHave_goAnotherWay() {
        String found = row("A1", 3, 41).replace("\"key\":{\"order_id\":\"A1\",\"item_id\":\"I01\"}", MASKED_KEY);
        String batch = "{\"results\":[{\"status\":200,\"row\":" + found
                + ",\"as_of\":{\"topic\":\"orders\",\"partition\":3,\"position\":42}}],\"complete\":true}";
        for (int i = 0; i < 4; i++) {
            service.json(found, "Keyfold-As-Of", "orders-3@42");
        }
        service.json(batch);

        orders().get(RowKey.of("A/1 +%?#", "订单😀"));
        orders().get(RowKey.of("..", "+ &="));
        orders().get(RowKey.of("", ""));
        orders().get(RowKey.of("a.b-c_d~", "(x)"));
        orders().get(RowKey.of("x".repeat(8 << 10), "I01"));

        assertThat(service.targets())
                .containsExactly(
                        TABLE + "/rows/A%2F1%20%2B%25%3F%23/%E8%AE%A2%E5%8D%95%F0%9F%98%80",
                        TABLE + "/rows?order_id=..&item_id=%2B%20%26%3D",
                        TABLE + "/rows?order_id=&item_id=",
                        TABLE + "/rows/a.b-c_d~/%28x%29",
                        TABLE + "/rows:batchGet");
    }

    @Test
    void scan_page_hasAllThatItSays() {
        service.json("{\"rows\":[" + row("A1", 3, 41) + "],\"complete\":false,"
                + "\"missing\":[{\"partition\":1,\"reason\":\"moving\"}],"
                + "\"stale\":[{\"partition\":2,\"caught_up_at\":\"" + TIME + "\",\"reason\":\"s\"}],"
                + "\"waiting\":[{\"partition\":2,\"since\":\"" + TIME + "\"}],"
                + "\"standby\":[{\"partition\":2,\"read_through\":\"" + TIME + "\"}],"
                + "\"as_of\":[{\"topic\":\"orders\",\"partition\":2,\"position\":9}],\"next_page_token\":\"t\"}");

        ClientPage<Row<RowJson>> page = orders().scan(Scan.all());

        assertThat(page.entries())
                .singleElement()
                .satisfies(row -> assertThat(row.key()).isEqualTo(RowKey.of("A1", "I01")));
        assertThat(page.isComplete()).isFalse();
        assertThat(page.isFresh()).isFalse();
        assertThat(page.missing()).containsExactly(new MissingPartition(1, "moving"));
        assertThat(page.stale()).containsExactly(new StalePartition(2, new StaleMark(Optional.of(TIME), "s")));
        assertThat(page.waiting()).containsExactly(new WaitingPartition(2, new WaitingMark(TIME)));
        assertThat(page.standby()).containsExactly(new StandbyPartition(2, new StandbyMark(TIME)));
        assertThat(page.asOf()).containsExactly(new PartitionPosition("orders", 2, 9));
        assertThat(page.nextToken()).contains("t");
    }

    @Test
    void scan_bounds_areTheUrls() {
        for (int i = 0; i < 4; i++) {
            service.json(EMPTY);
        }

        orders().scan(Scan.all());
        orders().scan(Scan.prefix("A&1").from("I1").to("I3").reverse().limit(5), "to+ken");
        orders().scan(Scan.between(List.of("A1"), List.of("A3")));
        orders().index("by_user")
                .isNull("user_id")
                .startsWith("sku_id", "SKU")
                .limit(2)
                .page("t");

        assertThat(service.targets())
                .containsExactly(
                        TABLE + "/rows?page_size=1000",
                        TABLE
                                + "/rows?order_id=A%261&item_id.from=I1&item_id.to=I3&order=desc&page_size=5&page_token=to%2Bken",
                        TABLE + "/rows?order_id.from=A1&order_id.to=A3&page_size=1000",
                        TABLE + "/indexes/by_user/rows?user_id.null=true&sku_id.prefix=SKU&page_size=2&page_token=t");
    }

    @Test
    void scan_whatUrlsCannotSay_isRefused() {
        assertThatThrownBy(() -> orders().scan(Scan.prefix("A1", "I01")))
                .hasMessage(
                        "prefix: 2 values (expected: fewer than the columns of the key, [order_id, item_id]; get asks"
                                + " for one row)");
        assertThatThrownBy(() -> orders().scan(Scan.between(List.of("A1", "I01"), List.of())))
                .hasMessage("from, to: several values (expected: one each, over HTTP)");
        assertThatThrownBy(() -> orders().scan(Scan.all().after(RowKey.of("A1", "I01"))))
                .hasMessage("after: a key (expected: none; over HTTP a token stands for it)");
        assertThatThrownBy(() -> orders().scan(Scan.prefix(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("order_id");
        assertThat(service.targets()).isEmpty();
    }

    @Test
    void pages_walkToTheLast() {
        service.json(page("\"t1\"", row("A1", 3, 41)))
                .json(page("\"t2\"", row("A2", 3, 42)))
                .json(page("null", row("A3", 3, 43)));
        List<Object> orders = new ArrayList<>();

        orders().pages(
                        Scan.all().limit(1),
                        page -> page.entries()
                                .forEach(row -> orders.add(row.key().values().get(0))));

        assertThat(orders).containsExactly("A1", "A2", "A3");
        assertThat(service.targets())
                .containsExactly(
                        TABLE + "/rows?page_size=1",
                        TABLE + "/rows?page_size=1&page_token=t1",
                        TABLE + "/rows?page_size=1&page_token=t2");
    }

    @Test
    void scan_noPartitionToAsk_isNoEmptyPage() {
        service.problem(503, "{\"type\":\"/problems/not-ready\",\"status\":503,\"detail\":\"d\"}", "Retry-After", "1");
        service.problem(410, "{\"type\":\"/problems/token-expired\",\"status\":410,\"detail\":\"d\"}");

        assertThatThrownBy(() -> orders().scan(Scan.all())).isInstanceOfSatisfying(KeyfoldClientException.class, e -> {
            assertThat(e.status()).hasValue(503);
            assertThat(e.retryAfter()).contains(Duration.ofSeconds(1));
        });
        assertThatThrownBy(() -> orders().scan(Scan.all(), "t"))
                .isInstanceOfSatisfying(
                        KeyfoldClientException.class,
                        e -> assertThat(e.problem()).contains("/problems/token-expired"));
    }

    @Test
    void scan_hiddenKey_isRefusedByColumn() {
        service.json(page("null", row("A1", 3, 41).replace("{\"order_id\":\"A1\"", "{\"order_id\":null")));

        assertThatThrownBy(() -> orders().scan(Scan.all()))
                .hasMessage("Cannot read the reply of " + service.address()
                        + ": key column order_id is missing, or this caller may not see it");
    }

    @Test
    void index_values_areTheColumnsTexts() {
        service.json(EMPTY);

        orders().index("by all")
                .equal("amount", new BigDecimal("1E+3"))
                .from("update_time", LocalDateTime.of(2024, 1, 15, 12, 0))
                .to("update_time", LocalDateTime.of(2024, 1, 16, 0, 0))
                .page();

        assertThat(service.targets())
                .containsExactly(
                        TABLE + "/indexes/by%20all/rows?amount=1000.00&update_time.from=2024-01-15%2012%3A00%3A00"
                                + "&update_time.to=2024-01-16%2000%3A00%3A00");
        assertThatThrownBy(() -> orders().index("x").equal("quantity", "many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("quantity")
                .hasMessageNotContaining("many");
    }

    private static String declared(String name, String measure, String groupBy) {
        return "{\"name\":\"dwd_order_item\",\"totals\":[{\"name\":\"other\",\"measure\":\"count()\"},"
                + "{\"name\":\"" + name + "\",\"measure\":\"" + measure + "\""
                + (groupBy.isEmpty() ? "" : ",\"group_by\":[" + groupBy + "]") + "}]}";
    }

    private static String groups(String groups) {
        return NO_GROUPS.replace("\"groups\":[]", "\"groups\":[" + groups + "]");
    }

    @Test
    void totals_groups_areTyped() {
        service.json(groups("{\"group\":{\"order_status\":null},\"rows\":1,\"value\":null},"
                        + "{\"group\":{\"order_status\":\"PAID\"},\"rows\":3,\"value\":120.50}"))
                .json(declared("amount", "sum(amount)", "\"order_status\""));
        service.json(groups("{\"group\":{\"order_status\":\"PAID\",\"minute(update_time)\":\"2024-01-15 12:01:00\"},"
                        + "\"rows\":2,\"value\":2}"))
                .json(declared("by_minute", "count()", "\"order_status\",\"minute(update_time)\""));
        service.json(groups("{\"group\":{\"day(update_time, Asia/Shanghai)\":\"2024-01-15\"},\"rows\":2,"
                        + "\"value\":\"2024-01-15 12:01:00.5\"}"))
                .json(declared("by_day", "max(update_time)", "\"day(update_time, Asia/Shanghai)\""));
        service.json(groups("{\"group\":{},\"rows\":2,\"value\":null,\"top\":[{\"value\":20.50,\"key\":"
                        + "{\"order_id\":\"A3\",\"item_id\":\"I01\"},\"self\":null}]}"))
                .json(declared("dearest", "top(2, amount)", ""));

        assertThat(orders().totals("amount").page().entries())
                .containsExactly(
                        new TotalGroup(Collections.singletonList(null), 1, Optional.empty(), List.of()),
                        new TotalGroup(List.of("PAID"), 3, Optional.of(new BigDecimal("120.50")), List.of()));
        assertThat(orders().totals("by_minute").page().entries())
                .containsExactly(new TotalGroup(
                        List.of("PAID", LocalDateTime.of(2024, 1, 15, 12, 1)), 2, Optional.of(2L), List.of()));
        assertThat(orders().totals("by_day").page().entries())
                .containsExactly(new TotalGroup(
                        List.of(LocalDate.of(2024, 1, 15)),
                        2,
                        Optional.of(LocalDateTime.of(2024, 1, 15, 12, 1, 0, 500_000_000)),
                        List.of()));
        assertThat(orders().totals("dearest").page().entries())
                .containsExactly(new TotalGroup(
                        List.of(),
                        2,
                        Optional.empty(),
                        List.of(new TotalGroup.TopRow(new BigDecimal("20.50"), RowKey.of("A3", "I01")))));
    }

    @Test
    void totals_declaration_isAskedForOnce() {
        String count = declared("n", "count()", "\"day(update_time)\"");
        service.json(NO_GROUPS).json(count).json(NO_GROUPS);
        ClientTable<RowJson> orders = orders();

        orders.totals("n")
                .equal("day(update_time)", LocalDate.of(2024, 1, 15))
                .greatest()
                .page();
        orders.totals("n")
                .from("minute(update_time)", LocalDateTime.of(2024, 1, 15, 12, 0))
                .page();

        assertThat(service.targets())
                .containsExactly(
                        TABLE + "/totals/n?day%28update_time%29=2024-01-15&order=greatest",
                        TABLE,
                        TABLE + "/totals/n?minute%28update_time%29.from=2024-01-15%2012%3A00%3A00");
    }

    @Test
    void totals_hiddenOrDeclaredAnew_isRefused() {
        service.json(groups("{\"group\":{\"user_id\":null},\"rows\":1,\"value\":1,\"masked\":[\"user_id\"]}"))
                .json(declared("n", "count()", "\"user_id\""))
                .json(groups("{\"group\":{\"sku_id\":\"S\"},\"rows\":1,\"value\":1}"));
        ClientTable<RowJson> orders = orders();
        String where = "Cannot read the reply of " + service.address() + ": ";

        assertThatThrownBy(() -> orders.totals("n").page())
                .hasMessage(where + "the total is of columns that this caller may not see");
        assertThatThrownBy(() -> orders.totals("n").page())
                .hasMessage(where + "the total has been declared anew; ask with a new table");
    }

    @Test
    void reading_options_areTheUrls() {
        service.json(EMPTY);
        ReadOptions options = ReadOptions.ANYWHERE
                .maxStaleness(Duration.ofMillis(2_500))
                .atLeast(List.of(new PartitionPosition("orders", 3, 9), new PartitionPosition("orders", 0, 4)));

        orders().reading(options).index("by_user").equal("user_id", "U7").page();

        assertThat(service.targets())
                .containsExactly(
                        TABLE
                                + "/indexes/by_user/rows?user_id=U7&max-staleness=PT2.5S&min-position=orders-0%404%2Corders-3%409");
        assertThatThrownBy(() -> orders().reading(ReadOptions.HERE))
                .hasMessage("reach: HERE (expected: ANYWHERE, for each instance answers for all)");
    }

    @Test
    void tables_andStatus_areRead() {
        service.json("{\"tables\":[{\"name\":\"a\",\"topic\":\"t\",\"ready\":true,\"live\":false,\"self\":\"/x\"}]}")
                .json(" {\"name\": \"a\"}\n");

        assertThat(service.client().tables()).containsExactly(new KeyfoldClient.TableEntry("a", "t", true, false));
        assertThat(orders().statusJson()).isEqualTo("{\"name\": \"a\"}");
        assertThat(service.targets()).containsExactly("/v1/tables", TABLE);
    }
}
