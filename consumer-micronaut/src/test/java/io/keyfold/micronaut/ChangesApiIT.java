package io.keyfold.micronaut;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.micronaut.EventReader.Event;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Changes over HTTP, as a client reads them off the wire. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class ChangesApiIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final String CHANGES = "/v1/tables/dwd_order_item/changes";

    @TempDir
    static Path stateDir;

    private static OrderItems orders;

    @BeforeAll
    static void start() {
        orders = OrderItems.start(KAFKA, stateDir, Map.of("keyfold.changes.heartbeat", "100ms"));
    }

    @AfterAll
    static void stop() {
        orders.close();
    }

    private static EventReader open(String query, String... headers) {
        return EventReader.open(orders.server(), CHANGES + query, headers);
    }

    private static RecordPosition position(Event event) {
        JsonNode position = event.data().get("position");
        return new RecordPosition(
                position.get("topic").textValue(),
                position.get("partition").intValue(),
                position.get("offset").longValue());
    }

    @Test
    void changes_insertUpdateDelete_areToldWithTheRowsAsTheyCame() throws IOException {
        try (EventReader reader = open("?order_id=C1")) {
            assertThat(reader.response().statusCode()).isEqualTo(200);
            assertThat(reader.response().headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            Event begin = reader.next();
            assertThat(begin.name()).isEqualTo("begin");
            assertThat(begin.text())
                    .isEqualTo("{\"table\":\"dwd_order_item\",\"partitions\":[0, 1, 2],\"missing\":[]}");

            orders.upsert("C2", "I01", "PAID"); // of another order
            RecordPosition insert = orders.upsert("C1", "I01", "NEW");
            RecordPosition update = orders.upsert("C1", "I01", "PAID");
            RecordPosition delete = orders.topic().tombstone("C1", "I01");

            List<Event> events = reader.next(3);
            assertThat(events).extracting(Event::name).containsExactly("insert", "update", "delete");
            assertThat(events).extracting(ChangesApiIT::position).containsExactly(insert, update, delete);
            JsonNode first = events.get(0).data();
            JsonNode second = events.get(1).data();
            JsonNode third = events.get(2).data();
            assertThat(first.get("kind").textValue()).isEqualTo("INSERT");
            assertThat(first.get("cause").textValue()).isEqualTo("RECORD");
            assertThat(first.get("key")).hasToString("{\"order_id\":\"C1\",\"item_id\":\"I01\"}");
            assertThat(first.get("before").isNull()).isTrue();
            assertThat(first.get("after").get("order_status").textValue()).isEqualTo("NEW");
            assertThat(first.get("timestamp").textValue()).isNotBlank();
            assertThat(second.get("before")).isEqualTo(first.get("after"));
            assertThat(events.get(1).text()).contains("\"after\":{\"order_id\":\"C1\",\"item_id\":\"I01\"");
            assertThat(third.get("before")).isEqualTo(second.get("after"));
            assertThat(third.get("after").isNull()).isTrue();
            assertThat(third.get("mark").isNull()).isTrue();
        }
    }

    /** Cut off after each event in turn, and gone on from there: what comes is what was written, each once. */
    @Test
    void changes_resumed_haveNeitherGapNorOverlap() {
        List<RecordPosition> written = new ArrayList<>();
        List<RecordPosition> told = new ArrayList<>();
        String id;
        try (EventReader reader = open("")) {
            id = reader.next().id();
        }

        for (int i = 0; i < 30; i++) {
            written.add(orders.upsert("D" + i % 7, "I01", "S" + i));
            if (i % 3 == 2) {
                try (EventReader reader =
                        i % 2 == 0 ? open("", "Last-Event-ID", id) : open("?last-event-id=" + id.replace("@", "%40"))) {
                    assertThat(reader.next().name()).isEqualTo("begin");
                    Event event = reader.next();
                    told.add(position(event));
                    id = event.id();
                }
            }
        }
        try (EventReader reader = open("", "Last-Event-ID", id)) {
            reader.next();
            reader.next(written.size() - told.size()).forEach(event -> told.add(position(event)));
        }

        assertThat(byPartition(told)).isEqualTo(byPartition(written));
    }

    private static Map<Integer, List<Long>> byPartition(List<RecordPosition> positions) {
        return positions.stream()
                .collect(
                        groupingBy(RecordPosition::partition, TreeMap::new, mapping(RecordPosition::offset, toList())));
    }

    /** Also of changes that the client did not ask for: they need not be looked through again. */
    @Test
    void stream_inWhichNothingComes_beatsWithThePlace() {
        try (EventReader reader = open("?order_id=E1")) {
            Event begin = reader.next();
            reader.awaitComment();
            assertThat(reader.lastEventId()).isEqualTo(begin.id());

            RecordPosition other = orders.upsert("E2", "I01", "NEW");

            TableServer.await("the place to be behind " + other, () -> {
                reader.awaitComment();
                return reader.lastEventId().contains(other.partition() + "@" + (other.offset() + 1) + ".");
            });
        }
    }

    @Test
    void values_canonical_areInOneSpelling() {
        try (EventReader reader = open("?values=canonical&order_id=F1&item_id=I01")) {
            reader.next();

            orders.upsert("F1", "I01", "NEW");

            assertThat(reader.next().text()).contains("\"amount\":19.90,");
        }
    }

    @Test
    void clients_thatGoAway_leaveNothingBehind() {
        TableServer.await("no stream to be open", () -> isOpen(0));
        List<EventReader> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            EventReader reader = open("");
            reader.next();
            readers.add(reader);
        }
        assertThat(isOpen(20)).isTrue();

        readers.forEach(EventReader::close);

        TableServer.await("all streams to be closed", () -> isOpen(0));
    }

    private static boolean isOpen(int count) {
        return orders.get("/prometheus").body().contains("keyfold_change_streams " + count + ".0");
    }

    @Test
    void requests_thatAreWrong_areRefusedByName() throws IOException {
        OrderItems.assertProblem(
                orders.get(CHANGES, "Last-Event-ID", "0@x"),
                400,
                "/problems/bad-parameter",
                "Last-Event-ID: not the id of an event; cursor: 0@x (expected: partition@position.log.sequence, more"
                        + " behind commas by partition, or now)");
        OrderItems.assertProblem(
                orders.get(CHANGES + "?item_id=I01"),
                400,
                "/problems/bad-key",
                "order_id: missing, item_id is given (expected: leading columns of [order_id, item_id])");
        OrderItems.assertProblem(
                orders.get(CHANGES + "?limit=3"),
                400,
                "/problems/bad-key",
                "limit: no key column (expected: one of [order_id, item_id], last-event-id or values)");
        OrderItems.assertProblem(
                orders.get("/v1/tables/nothing/changes"),
                404,
                "/problems/table-not-found",
                "No table is called so; GET /v1/tables lists those that are here");
    }
}
