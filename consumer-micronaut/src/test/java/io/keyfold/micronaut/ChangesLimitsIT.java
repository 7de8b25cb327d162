package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.micronaut.EventReader.Event;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Changes over HTTP where the log is too small, is off, or the service ends. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
final class ChangesLimitsIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String CHANGES = "/v1/tables/dwd_order_item/changes";
    private static final int LARGE = 50_000;
    private static final int MANY = 600;

    @TempDir
    Path stateDir;

    /** Told to read again, from where: who does so has what the table has. */
    @Test
    void changes_olderThanTheLog_areAResetAfterWhichTheCopyIsTheTable() throws IOException {
        try (OrderItems orders = OrderItems.start(KAFKA, stateDir, Map.of("keyfold.changes.log-bytes", 4_000))) {
            String id;
            try (EventReader reader = EventReader.open(orders.server(), CHANGES)) {
                id = reader.next().id();
            }
            RecordPosition last = orders.upsert("A1001", "I01", "S");
            for (int i = 0; i < 40; i++) {
                last = orders.upsert("A1001", "I01", "S" + i);
            }
            orders.awaitApplied(last);

            try (EventReader reader = EventReader.open(orders.server(), CHANGES, "Last-Event-ID", id)) {
                assertThat(reader.next().name()).isEqualTo("begin");
                Event reset = reader.next();
                assertThat(reset.name()).isEqualTo("reset");
                assertThat(reset.data().get("partitions")).hasToString("[" + last.partition() + "]");
                assertThat(reset.data().get("cause").textValue()).isEqualTo("TOO_OLD");
                assertThat(reset.data().get("reason").textValue())
                        .isEqualTo("the place is older than what the log of changes keeps");
                assertThat(reset.data().at("/as_of/0/position").longValue()).isGreaterThan(last.offset());
                Map<String, JsonNode> copy =
                        rows(orders, reset.data().get("read").textValue());

                orders.upsert("A1001", "I01", "SENT");
                orders.topic().tombstone("A1001", "I02");
                RecordPosition next = orders.upsert("A1009", "I01", "NEW");
                while (!copy.containsKey("A1009/I01") || copy.containsKey("A1001/I02")) {
                    apply(reader.next(), copy);
                }

                orders.awaitApplied(next);
                assertThat(copy).isEqualTo(rows(orders, "/v1/tables/dwd_order_item/rows"));
                assertThat(orders.get("/prometheus").body())
                        .contains("keyfold_change_resets_total{table=\"dwd_order_item\"} 1.0");
            }
        }
    }

    private static Map<String, JsonNode> rows(OrderItems orders, String path) throws IOException {
        Map<String, JsonNode> rows = new TreeMap<>();
        OrderItems.json(orders.get(path)).get("rows").forEach(row -> rows.put(name(row), row.get("value")));
        return rows;
    }

    private static String name(JsonNode row) {
        return row.at("/key/order_id").textValue() + "/"
                + row.at("/key/item_id").textValue();
    }

    private static void apply(Event event, Map<String, JsonNode> copy) {
        if (event.name().equals("delete")) {
            copy.remove(name(event.data()));
        } else {
            copy.put(name(event.data()), event.data().get("after"));
        }
    }

    /** Far more than the connection and the log hold: nobody waits for it, and it is told so when it reads on. */
    @Test
    void client_thatDoesNotRead_holdsNobodyAndIsReset() {
        try (OrderItems orders = OrderItems.start(KAFKA, stateDir, Map.of("keyfold.changes.log-bytes", 500_000));
                EventReader slow = EventReader.open(orders.server(), CHANGES)) {
            assertThat(slow.next().name()).isEqualTo("begin");
            RecordPosition last = orders.upsert("L", "I01", "S".repeat(LARGE));
            for (int i = 0; i < MANY; i++) {
                last = orders.upsert("L", "I01", i + "S".repeat(LARGE));
            }
            orders.awaitApplied(last);
            orders.upsert("L", "I02", "NEW");
            int changes = 0;
            int resets = 0;

            Event event = slow.next();
            while (!event.name().equals("insert") || !event.text().contains("\"I02\"")) {
                if (event.name().equals("reset")) {
                    assertThat(event.data().get("cause").textValue()).isEqualTo("TOO_OLD");
                    resets++;
                } else {
                    changes++;
                }
                event = slow.next();
            }

            assertThat(resets).as("resets").isPositive();
            assertThat(changes).as("changes that waited for the client").isBetween(1, MANY / 2);
        }
    }

    @Test
    void stream_ofAServiceThatEnds_endsToo() {
        OrderItems orders = OrderItems.start(KAFKA, stateDir);
        try (EventReader reader = EventReader.open(orders.server(), CHANGES)) {
            reader.next();

            orders.close();

            assertThat(reader.nextOrEnd()).isEqualTo(Optional.empty());
        }
    }

    @Test
    void changes_whereNoneAreKept_areNotImplemented() throws IOException {
        try (OrderItems orders = OrderItems.start(KAFKA, stateDir, Map.of("keyfold.changes.log-bytes", 0))) {
            OrderItems.assertProblem(
                    orders.get(CHANGES),
                    501,
                    "/problems/changes-off",
                    "keyfold.changes.log-bytes is 0; read the rows instead, with the parameters of GET"
                            + " /v1/tables/dwd_order_item/rows");
        }
    }
}
