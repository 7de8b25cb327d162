package io.keyfold.test.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An order item that is too large, and then voided: its alert opens, and closes. For one thread. */
final class DemoAlert implements AutoCloseable {

    private static final String USER = "U-ALERT";
    private static final String ORDER = "A-ALERT";
    private static final String ITEM = "I01";
    private static final BigDecimal AMOUNT = new BigDecimal("25000.00");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHOWN = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final DemoHttp http = new DemoHttp();
    private final UpsertTopic topic;
    private final String alerts;
    private final String history;

    DemoAlert(String bootstrapServers, TableContract contract, String risk) {
        this.topic = UpsertTopic.open(bootstrapServers, contract);
        this.alerts = risk + "/v1/risk/users/" + USER + "/alerts";
        this.history = risk + "/v1/risk/users/" + USER + "/alert-history";
    }

    /** Shows it, unless interrupted; gives whether it came and went. */
    boolean show(CountDownLatch interrupted) {
        System.out.println();
        System.out.println("An alert: user " + USER + " buys for " + AMOUNT);
        topic.upsert(Map.of(
                "order_id",
                ORDER,
                "item_id",
                ITEM,
                "user_id",
                USER,
                "sku_id",
                "SKU-0",
                "quantity",
                1,
                "amount",
                AMOUNT,
                "order_status",
                "PAID",
                "update_time",
                LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS)));
        boolean opened = await(interrupted, reply -> !reply.path("alerts").isEmpty());
        System.out.println(opened ? "  opened: curl '" + alerts + "'" : "  it did not open; see " + alerts);
        pause(interrupted, opened ? SHOWN : Duration.ZERO);
        topic.tombstone(ORDER, ITEM);
        boolean closed = await(
                interrupted,
                reply -> reply.path("complete").asBoolean()
                        && reply.path("alerts").isEmpty());
        System.out.println(
                closed ? "  voided, and closed: curl '" + history + "'" : "  it did not close; see " + alerts);
        return opened && closed;
    }

    private boolean await(CountDownLatch interrupted, Predicate<JsonNode> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            if (http.get(alerts).filter(wanted).isPresent()) {
                return true;
            }
        } while (!pause(interrupted, BETWEEN_LOOKS) && System.nanoTime() < deadline);
        return false;
    }

    /** Gives whether it was interrupted. */
    private static boolean pause(CountDownLatch interrupted, Duration time) {
        try {
            return interrupted.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        topic.close();
    }
}
