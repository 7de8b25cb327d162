package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.Subscription;
import io.keyfold.client.ChangeEvent;
import io.keyfold.client.ClientTable;
import io.keyfold.client.KeyfoldClient;
import io.keyfold.query.Answer;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.ReadOptions;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The Java client follows a table of a real service, also through its restart. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class ClientChangesIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final RowKey KEY = RowKey.of("C1", "I01");

    @TempDir
    Path directory;

    /** An order item, as far as this test looks. */
    public record OrderItem(String orderId, String itemId, BigDecimal amount, String orderStatus) {}

    private static ClientTable<RowJson> table(TableServer server) {
        return KeyfoldClient.builder(server.uri(""))
                .timeout(Duration.ofSeconds(60))
                .build()
                .table(TableContracts.named("dwd_order_item"));
    }

    private static <T> ChangeEvent<T> next(BlockingQueue<ChangeEvent<T>> events) throws InterruptedException {
        ChangeEvent<T> event = events.poll(60, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("waited in vain for an event");
        }
        return event;
    }

    /** {@return the events up to the first that is wanted} */
    private static <T> List<ChangeEvent<T>> until(
            BlockingQueue<ChangeEvent<T>> events, Predicate<ChangeEvent<T>> wanted) throws InterruptedException {
        List<ChangeEvent<T>> seen = new ArrayList<>();
        do {
            seen.add(next(events));
        } while (!wanted.test(seen.get(seen.size() - 1)));
        return seen;
    }

    private static ChangeEvent.Changed<OrderItem> changed(BlockingQueue<ChangeEvent<OrderItem>> events)
            throws InterruptedException {
        return (ChangeEvent.Changed<OrderItem>) next(events);
    }

    @Test
    @SuppressWarnings("try") // subscriptions are only held
    void changes_insertUpdateDelete_areTypedAndGoOnAtTheirCursor() throws InterruptedException {
        try (OrderItems orders = OrderItems.start(KAFKA, directory)) {
            ClientTable<OrderItem> table = table(orders.server()).as(OrderItem.class);
            BlockingQueue<ChangeEvent<OrderItem>> events = new LinkedBlockingQueue<>();
            ChangeCursor last;
            RecordPosition insert;
            try (Subscription open = table.changes(ChangeCursor.NOW, events::add)) {
                assertThat(((ChangeEvent.Begun<OrderItem>) next(events)).partitions())
                        .containsExactly(0, 1, 2);
                insert = orders.upsert("C1", "I01", "NEW");
                ChangeEvent.Changed<OrderItem> first = changed(events);
                assertThat(first.kind()).isEqualTo(RowKind.INSERT);
                assertThat(first.key()).isEqualTo(KEY);
                assertThat(first.position()).isEqualTo(insert);
                assertThat(first.before()).isEmpty();
                assertThat(first.after()).contains(new OrderItem("C1", "I01", new BigDecimal("19.90"), "NEW"));
                last = first.cursor();
            }
            RecordPosition update = orders.upsert("C1", "I01", "PAID");
            RecordPosition delete = orders.topic().tombstone("C1", "I01");
            orders.awaitApplied(delete);
            events.clear();

            try (Subscription again = table.changes(last, events::add)) {
                assertThat(next(events)).isInstanceOf(ChangeEvent.Begun.class);
                ChangeEvent.Changed<OrderItem> second = changed(events);
                ChangeEvent.Changed<OrderItem> third = changed(events);

                assertThat(second.position()).isEqualTo(update);
                assertThat(second.before().map(OrderItem::orderStatus)).contains("NEW");
                assertThat(second.after().map(OrderItem::orderStatus)).contains("PAID");
                assertThat(third.kind()).isEqualTo(RowKind.DELETE);
                assertThat(third.position()).isEqualTo(delete);
                assertThat(third.after()).isEqualTo(Optional.empty());
            }
        }
    }

    /** What was written while nobody told it is not told: the client hears which partitions it has to read anew. */
    @Test
    @SuppressWarnings("try") // the subscription is only held
    void changes_serviceRestarts_areResetAndGoOn() throws InterruptedException {
        TableContract contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 3);
        try (TableServers servers = new TableServers(KAFKA, contract, directory, 1);
                UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            ClientTable<RowJson> table = table(servers.start(0).awaitReady());
            BlockingQueue<ChangeEvent<RowJson>> events = new LinkedBlockingQueue<>();
            try (Subscription open = table.changes(ChangeCursor.NOW, events::add)) {
                assertThat(next(events)).isInstanceOf(ChangeEvent.Begun.class);

                servers.server(0).close();
                assertThat(next(events)).isInstanceOf(ChangeEvent.Broken.class);
                RecordPosition missed = topic.upsert(Map.of("order_id", "C1", "item_id", "I01"));
                servers.start(0);

                List<ChangeEvent<RowJson>> seen = until(
                        events,
                        event -> event instanceof ChangeEvent.Reset<RowJson> reset
                                && reset.partitions().contains(missed.partition()));
                ChangeEvent.Reset<RowJson> reset = (ChangeEvent.Reset<RowJson>) seen.get(seen.size() - 1);
                assertThat(seen).hasAtLeastOneElementOfType(ChangeEvent.Begun.class);
                assertThat(reset.cause()).isEqualTo(Cause.MOVED);
                ClientTable<RowJson> notBefore = table.reading(ReadOptions.ANYWHERE.atLeast(reset.asOf()));
                TableServer.await("the row", () -> notBefore.get(KEY) instanceof Answer.Found);

                RecordPosition after = topic.tombstone("C1", "I01");
                List<ChangeEvent<RowJson>> rest = until(
                        events,
                        event -> event instanceof ChangeEvent.Changed<RowJson> changed
                                && changed.position().equals(after));
                assertThat(rest).doesNotHaveAnyElementsOfTypes(ChangeEvent.Ended.class);
            }
        }
    }
}
