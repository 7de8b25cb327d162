package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.query.Answer;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each kind of reply to a question for one row. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class OneRowTest {

    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final Instant TIME = Instant.parse("2024-01-15T02:30:00.123Z");
    private static final String VALUE =
            "{ \"order_id\":\"A1001\",\"item_id\":\"I02\" ,\"amount\":1E+2,\"order_status\":\"\\u5df2\\/\",\"new\":[1, 2]}";
    private static final String FOUND = "{\"key\":{\"order_id\":\"A1001\",\"item_id\":\"I02\"},\"value\":" + VALUE
            + ",\"position\":{\"topic\":\"orders\",\"partition\":3,\"offset\":1842},\"timestamp\":\"" + TIME
            + "\",\"mark\":null,\"stale\":null,\"waiting\":null,\"standby\":null,\"self\":\"/x\"}";
    private static final String[] AS_OF = {"Keyfold-As-Of", "or-ders-3@1843", "Keyfold-Caught-Up-At", TIME.toString()};

    private final FakeService service = new FakeService();

    @AfterEach
    void close() {
        service.close();
    }

    private ClientTable<RowJson> orders() {
        return service.client().table(TableContracts.named("dwd_order_item"));
    }

    @Test
    void get_found_hasTheValueByteForByte() {
        service.json(FOUND, AS_OF);

        Answer<RowJson> answer = orders().get(KEY);

        assertThat(answer)
                .isEqualTo(new Answer.Found<>(
                        new Row<>(
                                KEY,
                                new RowJson(VALUE.getBytes(UTF_8)),
                                new RecordPosition("orders", 3, 1842),
                                Optional.of(TIME),
                                Optional.empty()),
                        new PartitionPosition("or-ders", 3, 1843),
                        Optional.of(TIME)));
        assertThat(service.targets()).containsExactly("/v1/tables/dwd_order_item/rows/A1001/I02");
    }

    @Test
    void get_foundWithMarks_hasThem() {
        service.json(
                FOUND.replace(
                                "\"mark\":null",
                                "\"mark\":{\"position\":{\"topic\":\"orders\",\"partition\":3,\"offset\":1850},\"reason\":\"r\"}")
                        .replace("\"stale\":null", "\"stale\":{\"caught_up_at\":null,\"reason\":\"s\"}")
                        .replace("\"waiting\":null", "\"waiting\":{\"since\":\"" + TIME + "\"}")
                        .replace("\"standby\":null", "\"standby\":{\"read_through\":\"" + TIME + "\"}")
                        .replace("\"timestamp\":\"" + TIME + "\"", "\"timestamp\":null"),
                "Keyfold-As-Of",
                "orders-3@1843");

        Answer.Found<RowJson> found = (Answer.Found<RowJson>) orders().get(KEY);

        assertThat(found.caughtUpAt()).isEmpty();
        assertThat(found.row().timestamp()).isEmpty();
        assertThat(found.row().mark()).contains(new RowMark(new RecordPosition("orders", 3, 1850), "r"));
        assertThat(found.row().stale()).contains(new StaleMark(Optional.empty(), "s"));
        assertThat(found.row().waiting()).contains(new WaitingMark(TIME));
        assertThat(found.row().standby()).contains(new StandbyMark(TIME));
    }

    @Test
    void get_typed_readsTheRecordAndTheColumns() {
        service.json(FOUND, AS_OF).json(FOUND, AS_OF);

        Answer.Found<OrderItem> record =
                (Answer.Found<OrderItem>) orders().as(OrderItem.class).get(KEY);
        Answer<?> columns = orders().asColumns().get(KEY);

        assertThat(record.row().value())
                .isEqualTo(new OrderItem("A1001", "I02", null, null, null, new BigDecimal("100.00"), "已/", null));
        assertThat(columns).isInstanceOf(Answer.Found.class);
    }

    /** The caller may not see a key column, but it has asked by it. */
    @Test
    void get_keyIsMasked_hasTheKeyThatWasAsked() {
        service.json(
                FOUND.replace(
                        "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}", "{\"order_id\":null,\"item_id\":\"I02\"}"),
                AS_OF);

        assertThat(orders().get(KEY))
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(found.row().key()).isEqualTo(KEY));
    }

    @Test
    void get_rowOfAnotherKey_isNotTakenForTheOne() {
        service.json(FOUND.replace("\"key\":{\"order_id\":\"A1001\"", "\"key\":{\"order_id\":\"A1002\""), AS_OF)
                .json(FOUND.replace("\"A1001\",\"item_id\":\"I02\"}", "null,\"item_id\":\"I03\"}"), AS_OF);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> orders().get(KEY))
                    .isInstanceOf(KeyfoldClientException.class)
                    .hasMessageStartingWith("Cannot read the reply of " + service.address())
                    .hasMessageEndingWith("a row of another key")
                    .hasMessageNotContainingAny("A1002", "I03");
        }
    }

    @Test
    void get_absent_saysAsOfWhen() {
        service.problem(
                404,
                "{\"type\":\"/problems/row-not-found\",\"title\":\"t\",\"status\":404,\"detail\":\"d\","
                        + "\"as_of\":{\"topic\":\"orders\",\"partition\":3,\"position\":7},\"mark\":{\"position\":"
                        + "{\"topic\":\"orders\",\"partition\":3,\"offset\":6},\"reason\":\"r\"},\"waiting\":{\"since\":\""
                        + TIME + "\"},\"standby\":{\"read_through\":\"" + TIME + "\"},\"caught_up_at\":\"" + TIME
                        + "\"}");
        service.problem(
                404,
                "{\"type\":\"/problems/row-not-found\",\"status\":404,"
                        + "\"as_of\":{\"topic\":\"orders\",\"partition\":3,\"position\":7}}");

        assertThat(orders().get(KEY))
                .isEqualTo(new Answer.Absent<>(
                        new PartitionPosition("orders", 3, 7),
                        Optional.of(TIME),
                        Optional.of(new RowMark(new RecordPosition("orders", 3, 6), "r")),
                        Optional.of(new WaitingMark(TIME)),
                        Optional.of(new StandbyMark(TIME))));
        assertThat(orders().get(KEY))
                .isEqualTo(new Answer.Absent<>(
                        new PartitionPosition("orders", 3, 7),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void get_notReady_saysWhyAndWhenToAskAgain() {
        service.problem(
                503,
                "{\"type\":\"/problems/not-ready\",\"status\":503,\"detail\":\"partition 3 is being restored\"}",
                "Retry-After",
                "7");
        service.problem(
                503, "{\"type\":\"/problems/row-elsewhere\",\"status\":503,\"detail\":\"e\"}", "Retry-After", "1");
        service.replies(503, "text/html", "<html>");

        assertThat(orders().get(KEY))
                .isEqualTo(new Answer.NotReady<>("partition 3 is being restored", Duration.ofSeconds(7)));
        assertThat(orders().get(KEY)).isEqualTo(new Answer.NotReady<>("e", Duration.ofSeconds(1)));
        assertThat(orders().get(KEY))
                .isEqualTo(new Answer.NotReady<>("the service is not available", Duration.ofSeconds(1)));
    }

    @Test
    void get_otherProblems_areExceptionsThatNameThem() {
        service.problem(404, "{\"type\":\"/problems/table-not-found\",\"status\":404,\"detail\":\"No table\"}");
        service.problem(
                429, "{\"type\":\"/problems/too-many-requests\",\"status\":429,\"detail\":\"d\"}", "Retry-After", "3");
        service.problem(410, "{\"type\":\"about:blank\",\"status\":410,\"detail\":\"Gone\"}");
        service.replies(304, "application/json", "");
        service.replies(502, "text/html", "<html>secret");

        assertThatThrownBy(() -> orders().get(KEY))
                .isInstanceOfSatisfying(KeyfoldClientException.class, e -> {
                    assertThat(e.status()).hasValue(404);
                    assertThat(e.problem()).contains("/problems/table-not-found");
                    assertThat(e.retryAfter()).isEmpty();
                })
                .hasMessage("Cannot ask " + service.address() + ": 404 /problems/table-not-found: No table");
        assertThatThrownBy(() -> orders().get(KEY)).isInstanceOfSatisfying(KeyfoldClientException.class, e -> {
            assertThat(e.status()).hasValue(429);
            assertThat(e.retryAfter()).contains(Duration.ofSeconds(3));
        });
        assertThatThrownBy(() -> orders().get(KEY)).hasMessage("Cannot ask " + service.address() + ": 410: Gone");
        assertThatThrownBy(() -> orders().get(KEY)).hasMessage("Cannot ask " + service.address() + ": 304");
        assertThatThrownBy(() -> orders().get(KEY)).hasMessage("Cannot ask " + service.address() + ": 502");
    }

    /** Only what calls itself a problem is one: who knows what a proxy says. */
    @Test
    void get_notFoundOfSomebodyElse_isNoAbsence() {
        service.replies(
                404,
                "application/json",
                "{\"type\":\"/problems/row-not-found\",\"status\":404,\"as_of\":{\"topic\":\"orders\",\"partition\":3,"
                        + "\"position\":7}}");

        assertThatThrownBy(() -> orders().get(KEY)).hasMessage("Cannot ask " + service.address() + ": 404");
    }

    @Test
    void get_unreadableReply_saysWhereAndNothingOfTheRow() {
        service.json("<html>A1001", AS_OF);
        service.json(FOUND.substring(0, 60), AS_OF);
        service.json(FOUND);
        service.json(FOUND.replace(",\"amount\":1E+2", ",\"amount\":\"secret\""), AS_OF);
        service.problem(404, "{\"type\":\"/problems/row-not-found\",\"status\":404}");
        String where = "Cannot read the reply of " + service.address() + ": ";

        assertThatThrownBy(() -> orders().get(KEY)).hasMessage(where + "the reply is no JSON");
        assertThatThrownBy(() -> orders().get(KEY)).hasMessage(where + "the reply is no JSON");
        assertThatThrownBy(() -> orders().get(KEY))
                .hasMessage(where + "header Keyfold-As-Of is missing, or has another form");
        assertThatThrownBy(() -> orders().as(OrderItem.class).get(KEY))
                .isInstanceOf(KeyfoldClientException.class)
                .hasMessageContaining(where + "Cannot read a row of dwd_order_item: column amount")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> orders().get(KEY)).hasMessage(where + "as_of is missing");
    }

    @Test
    void get_nobodyThere_saysWhom() {
        FakeService gone = new FakeService();
        gone.close();

        assertThatThrownBy(() -> gone.client().tables())
                .isInstanceOfSatisfying(
                        KeyfoldClientException.class,
                        e -> assertThat(e.status()).isEmpty())
                .hasMessage("Cannot ask " + gone.address() + ": no connection");
    }

    /** The headers come, the rest does not: no timeout of the request's own ends that. */
    @Test
    void get_replyStops_endsWithTheTimeout() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        service.replies(exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitQuietly(over);
        });
        KeyfoldClient client = service.builder().timeout(Duration.ofMillis(300)).build();

        assertThatThrownBy(() ->
                        client.table(TableContracts.named("dwd_order_item")).get(KEY))
                .hasMessage("Cannot ask " + service.address() + ": no reply within PT0.3S");
        over.countDown();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void get_interrupted_failsAndKeepsTheFlag() {
        ClientTable<RowJson> orders = orders();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> orders.get(KEY))
                    .isInstanceOf(KeyfoldClientException.class)
                    .hasMessage("Cannot ask " + service.address() + ": interrupted");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void get_withKeyAndPath_sendsThem() {
        service.json(FOUND, AS_OF);

        KeyfoldClient.builder(URI.create("http://" + service.address() + "/orders/"))
                .apiKey("k3y")
                .build()
                .table(TableContracts.named("dwd_order_item"))
                .get(KEY);

        assertThat(service.targets()).containsExactly("/orders/v1/tables/dwd_order_item/rows/A1001/I02");
        assertThat(service.asked().get(0).headers().get("Authorization")).containsExactly("Bearer k3y");
    }

    @Test
    void get_wrongKey_isRefusedBeforeItIsAsked() {
        assertThatThrownBy(() -> orders().get(RowKey.of("A1001")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key: 1 values (expected: order_id, item_id)");
        assertThat(service.targets()).isEmpty();
    }
}
