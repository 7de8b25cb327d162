package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.change.Subscription;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What somebody is told who follows a table, whatever happens to the connection. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ChangesTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final String KEY = "\"key\":{\"order_id\":\"A1\",\"item_id\":\"I01\"}";
    private static final String VALUE = "{\"order_id\":\"A1\",\"item_id\":\"I01\",\"amount\":1E+2}";
    private static final String AT = "\"position\":{\"topic\":\"orders\",\"partition\":3,\"offset\":";
    private static final String BEGIN = event("begin", 41, "{\"table\":\"t\",\"partitions\":[0, 3],\"missing\":[]}");

    private final FakeService service = new FakeService();
    private final BlockingQueue<ChangeEvent<OrderItem>> events = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable Subscription subscription;

    @AfterEach
    void close() {
        if (subscription != null) {
            subscription.close();
        }
        over.countDown();
        service.close();
    }

    private static String event(String name, long position, String data) {
        return "event: " + name + "\nid: " + cursor(position) + "\ndata: " + data + "\n\n";
    }

    private static ChangeCursor cursor(long position) {
        return ChangeCursor.parse("3@" + position + ".9f8e7d6c.17");
    }

    private static String delete(long position) {
        return event(
                "delete",
                position + 1,
                "{\"kind\":\"DELETE\"," + KEY + ",\"before\":" + VALUE + ",\"after\":null," + AT + position
                        + "},\"timestamp\":null,\"cause\":\"SWEPT\",\"mark\":null}");
    }

    /** Next, these events; the connection stays. */
    private void stays(String... texts) {
        service.replies(exchange -> {
            write(exchange, texts);
            awaitOver();
        });
    }

    /** Next, these events; then the connection is cut. */
    private void cut(String... texts) {
        service.replies(exchange -> write(exchange, texts));
    }

    private static void write(HttpExchange exchange, String... texts) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        for (String text : texts) {
            exchange.getResponseBody().write(text.getBytes(UTF_8));
            exchange.getResponseBody().flush();
        }
    }

    private void awaitOver() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(ChangeCursor from) {
        subscription = service.client().table(CONTRACT).as(OrderItem.class).changes(from, events::add);
    }

    private ChangeEvent<OrderItem> next() throws InterruptedException {
        ChangeEvent<OrderItem> event = events.poll(50, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("waited in vain for an event");
        }
        return event;
    }

    private List<String> lastEventIds() {
        return service.asked().stream()
                .map(request -> String.join(",", request.headers().getOrDefault("Last-event-id", List.of())))
                .toList();
    }

    @Test
    void changes_eachKindOfEvent_isTyped() throws InterruptedException {
        Instant time = Instant.parse("2024-01-15T02:30:00Z");
        stays(
                ": \n\n",
                BEGIN,
                event(
                        "update",
                        42,
                        "{\"kind\":\"UPDATE\"," + KEY + ",\"before\":" + VALUE
                                + ",\"after\":{\"order_id\":\"A1\",\ndata: "
                                + "\"item_id\":\"I01\",\"order_status\":\"已\"}," + AT + "41},\"timestamp\":\"" + time
                                + "\",\"cause\":\"RECORD\",\"mark\":{" + AT + "50},\"reason\":\"r\"}}"),
                delete(42),
                event("later", 43, "[]"),
                event(
                        "reset",
                        60,
                        "{\"partitions\":[3],\"cause\":\"TOO_OLD\",\"reason\":\"r\",\"as_of\":[{\"topic\":\"orders\","
                                + "\"partition\":3,\"position\":60}],\"read\":\"/x\"}"),
                event("missing", 60, "{\"missing\":[{\"partition\":0,\"reason\":\"moving\"}]}"),
                event("found", 60, "{\"partitions\":[0]}"));

        follow(ChangeCursor.NOW);

        OrderItem before = new OrderItem("A1", "I01", null, null, null, new BigDecimal("100.00"), null, null);
        OrderItem after = new OrderItem("A1", "I01", null, null, null, null, "已", null);
        assertThat(next()).isEqualTo(new ChangeEvent.Begun<>(List.of(0, 3), List.of(), cursor(41)));
        assertThat(next())
                .isEqualTo(new ChangeEvent.Changed<>(
                        RowKind.UPDATE,
                        RowKey.of("A1", "I01"),
                        Optional.of(before),
                        Optional.of(after),
                        new RecordPosition("orders", 3, 41),
                        Optional.of(time),
                        RowChange.Cause.RECORD,
                        Optional.of(new RowMark(new RecordPosition("orders", 3, 50), "r")),
                        cursor(42)));
        assertThat(next())
                .isEqualTo(new ChangeEvent.Changed<>(
                        RowKind.DELETE,
                        RowKey.of("A1", "I01"),
                        Optional.of(before),
                        Optional.empty(),
                        new RecordPosition("orders", 3, 42),
                        Optional.empty(),
                        RowChange.Cause.SWEPT,
                        Optional.empty(),
                        cursor(43)));
        assertThat(next())
                .isEqualTo(new ChangeEvent.Reset<>(
                        List.of(3), Cause.TOO_OLD, List.of(new PartitionPosition("orders", 3, 60)), cursor(60)));
        assertThat(next()).isEqualTo(new ChangeEvent.Missing<>(List.of(new MissingPartition(0, "moving")), cursor(60)));
        assertThat(next()).isEqualTo(new ChangeEvent.Found<>(List.of(0), cursor(60)));
        assertThat(service.targets()).containsExactly("/v1/tables/dwd_order_item/changes");
        assertThat(lastEventIds()).containsExactly("");
    }

    @Test
    void changes_connectionLost_goOnBehindTheLastId() throws InterruptedException {
        cut(BEGIN, delete(50));
        cut(BEGIN, ": \nid: " + cursor(99) + "\n\n", "event: delete\nid: " + cursor(1_000) + "\ndata: {\"kind");
        stays(BEGIN);

        follow(cursor(7));

        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next()).isInstanceOf(ChangeEvent.Changed.class);
        assertThat(next()).isInstanceOfSatisfying(ChangeEvent.Broken.class, broken -> {
            assertThat(broken.cursor()).isEqualTo(cursor(51));
            assertThat(broken.why()).hasMessageStartingWith("Cannot ask " + service.address() + ": ");
        });
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next())
                .isInstanceOfSatisfying(
                        ChangeEvent.Broken.class,
                        broken -> assertThat(broken.cursor()).isEqualTo(cursor(99)));
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(lastEventIds())
                .containsExactly(
                        cursor(7).toString(), cursor(51).toString(), cursor(99).toString());
    }

    /** The service had no place to give: what it has seen since is missed, and it is to say so. */
    @Test
    void changes_connectionLostBeforeAnyPlace_asksForWhatWasMissed() throws InterruptedException {
        cut();
        cut("event: begin\nid: now\ndata: {\"table\":\"t\",\"partitions\":[],\"missing\":"
                + "[{\"partition\":3,\"reason\":\"moving\"}]}\n\n");
        stays(
                "event: begin\nid: now\ndata: {\"table\":\"t\",\"partitions\":[3],\"missing\":[]}\n\n",
                event(
                        "reset",
                        60,
                        "{\"partitions\":[3],\"cause\":\"JOINED\",\"reason\":\"r\",\"as_of\":[],\"read\":\"/x\"}"));

        follow(ChangeCursor.NOW);

        assertThat(next()).isInstanceOf(ChangeEvent.Broken.class);
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next()).isInstanceOf(ChangeEvent.Broken.class);
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next()).isEqualTo(new ChangeEvent.Reset<>(List.of(3), Cause.JOINED, List.of(), cursor(60)));
        assertThat(lastEventIds()).containsExactly("", "", "now");
    }

    @Test
    void changes_serviceIsBusyOrGone_askAgain() throws InterruptedException {
        service.problem(503, "{\"type\":\"/problems/not-ready\",\"status\":503,\"detail\":\"d\"}", "Retry-After", "0");
        service.problem(429, "{\"type\":\"/problems/too-many-scans\",\"status\":429,\"detail\":\"d\"}");
        service.replies(502, "text/html", "<html>");
        stays(BEGIN);

        follow(ChangeCursor.NOW);

        for (int status : List.of(503, 429, 502)) {
            assertThat(next())
                    .isInstanceOfSatisfying(
                            ChangeEvent.Broken.class,
                            broken -> assertThat(broken.why().status()).hasValue(status));
        }
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
    }

    @Test
    void changes_serviceRefuses_end() throws InterruptedException {
        service.problem(501, "{\"type\":\"/problems/changes-off\",\"status\":501,\"detail\":\"off\"}");

        follow(ChangeCursor.NOW);

        assertThat(next()).isInstanceOfSatisfying(ChangeEvent.Ended.class, ended -> {
            assertThat(ended.why().problem()).contains("/problems/changes-off");
            assertThat(ended.why()).hasMessage("Cannot ask " + service.address() + ": 501 /problems/changes-off: off");
        });
    }

    @Test
    void changes_unreadableEvent_endBeforeIt() throws InterruptedException {
        stays(BEGIN, event("delete", 60, "{\"secret\":1}"));

        follow(ChangeCursor.NOW);

        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next()).isInstanceOfSatisfying(ChangeEvent.Ended.class, ended -> {
            assertThat(ended.cursor()).isEqualTo(cursor(41));
            assertThat(ended.why()).hasMessage("Cannot read the reply of " + service.address() + ": key is missing");
        });
    }

    /** A connection that is dead at the other end says nothing for ever. */
    @Test
    void changes_silence_isALostConnection() throws InterruptedException {
        stays(BEGIN);
        stays(BEGIN);
        Service asked =
                new Service(URI.create("http://" + service.address()), Optional.empty(), Duration.ofSeconds(30));

        BlockingQueue<ChangeEvent<RowJson>> told = new LinkedBlockingQueue<>();
        subscription = ChangeStream.open(
                asked,
                "/changes",
                new EventReader<>(new ColumnTexts(CONTRACT), row -> row),
                ChangeCursor.NOW,
                told::add,
                Duration.ofMillis(200));

        assertThat(told.poll(50, TimeUnit.SECONDS)).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(told.poll(50, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ChangeEvent.Broken.class,
                        broken -> assertThat(broken.why())
                                .hasMessage("Cannot ask " + service.address() + ": nothing came for PT0.2S"));
        assertThat(told.poll(50, TimeUnit.SECONDS)).isInstanceOf(ChangeEvent.Begun.class);
    }

    @Test
    void changes_listenerThrows_isCalledWithTheNext() throws InterruptedException {
        stays(BEGIN, delete(50), delete(51));

        subscription = service.client().table(CONTRACT).as(OrderItem.class).changes(ChangeCursor.NOW, event -> {
            events.add(event);
            throw new IllegalStateException("of the listener");
        });

        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        assertThat(next().cursor()).isEqualTo(cursor(51));
        assertThat(next().cursor()).isEqualTo(cursor(52));
    }

    @Test
    void close_whileChangesCome_isTheLastThatIsHeard() throws InterruptedException {
        CountDownLatch gone = new CountDownLatch(1);
        service.replies(exchange -> {
            try {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(BEGIN.getBytes(UTF_8));
                while (true) {
                    exchange.getResponseBody().write(delete(50).getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                }
            } catch (IOException e) {
                gone.countDown();
            }
        });
        CountDownLatch opened = new CountDownLatch(1);

        Subscription closing = service.client()
                .table(CONTRACT)
                .as(OrderItem.class)
                .changes(ChangeCursor.NOW, event -> {
                    events.add(event);
                    try {
                        opened.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        assertThat(next()).isInstanceOf(ChangeEvent.Begun.class);
        closing.close();
        closing.close();
        opened.countDown();

        assertThat(gone.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(events).isEmpty();
    }
}
