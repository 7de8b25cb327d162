package io.keyfold.micronaut.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.change.ChangePage.Reset;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StreamTaleTest {

    private static final MissingPartition GAP = new MissingPartition(1, "it \"fell\"");

    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));
    private final List<Integer> resets = new ArrayList<>();

    @AfterEach
    void close() {
        driver.close();
    }

    private StreamTale tale(String query, String cursor) {
        ChangesQuery asked = ChangesQuery.of(query, cursor, driver.table());
        return new StreamTale(
                new ChangeEvents(driver.table(), asked, "/v1/tables/dwd_order_item/rows", Set.of()),
                asked.cursor(),
                resets::addAll);
    }

    private static ChangePage<RowJson> page(
            String next, List<Reset> resets, List<MissingPartition> missing, List<RowChange<RowJson>> changes) {
        return new ChangePage<>(changes, ChangeCursor.parse(next), resets, missing, false);
    }

    private static RowChange<RowJson> insert(int partition, long offset, String order, String json) {
        RowKey key = RowKey.of(order, "I01");
        RecordPosition position = new RecordPosition("dwd_order_item", partition, offset);
        Row<RowJson> row = new Row<>(
                key,
                new RowJson(json.getBytes(UTF_8)),
                position,
                Optional.of(Instant.parse("2024-01-15T10:30:00Z")),
                Optional.of(new RowMark(position, "foreign")));
        return new RowChange<>(RowKind.INSERT, key, Optional.empty(), Optional.of(row), position);
    }

    private static List<String> events(StreamTale tale, ChangePage<RowJson> page) {
        tale.add(page);
        List<String> events = new ArrayList<>();
        while (tale.hasNext()) {
            events.add(new String(tale.next(), UTF_8));
        }
        return events;
    }

    private static String event(String name, String id, String... data) {
        return "event: " + name + "\nid: " + id + "\n"
                + String.join(
                        "",
                        Arrays.stream(data).map(line -> "data: " + line + "\n").toList()) + "\n";
    }

    /** Of a value on several lines, each is a line of data; who joins them has the JSON that came. */
    @Test
    void add_changes_eachHasThePlaceBehindItAsItsId() {
        StreamTale tale = tale("", "0@5.00000001.2,1@5.00000002.0");

        List<String> events = events(
                tale,
                page(
                        "0@8.00000001.4,1@9.00000002.1",
                        List.of(),
                        List.of(),
                        List.of(
                                insert(0, 5, "A1", "{}"),
                                insert(0, 7, "A2", "{\r\n\"a\":1\n}"),
                                insert(1, 8, "A3", "{}"))));

        assertThat(events).hasSize(4);
        assertThat(events.get(0))
                .isEqualTo(event(
                        "begin",
                        "0@5.00000001.2,1@5.00000002.0",
                        "{\"table\":\"dwd_order_item\",\"partitions\":[0, 1],\"missing\":[]}"));
        assertThat(events.get(1)).startsWith("event: insert\nid: 0@6.00000001.3,1@5.00000002.0\n");
        assertThat(events.get(2))
                .isEqualTo(
                        event(
                                "insert",
                                "0@8.00000001.4,1@5.00000002.0",
                                "{\"kind\":\"INSERT\",\"key\":{\"order_id\":\"A2\",\"item_id\":\"I01\"},\"before\":null,\"after\":{",
                                "\"a\":1",
                                "},\"position\":{\"topic\":\"dwd_order_item\",\"partition\":0,\"offset\":7},"
                                        + "\"timestamp\":\"2024-01-15T10:30:00Z\",\"cause\":\"RECORD\",\"mark\":{\"position\":"
                                        + "{\"topic\":\"dwd_order_item\",\"partition\":0,\"offset\":7},\"reason\":\"foreign\"}}"));
        assertThat(events.get(3)).startsWith("event: insert\nid: 0@8.00000001.4,1@9.00000002.1\n");
        assertThat(tale.cursor()).hasToString("0@8.00000001.4,1@9.00000002.1");
    }

    @Test
    void add_changesThatAreNotAskedFor_moveThePlaceAlone() {
        StreamTale tale = tale("order_id=A2", "0@5.00000001.2");

        List<String> events = events(
                tale,
                page(
                        "0@9.00000001.5",
                        List.of(),
                        List.of(),
                        List.of(insert(0, 5, "A1", "{}"), insert(0, 7, "A2", "{}"), insert(0, 8, "A3", "{}"))));

        assertThat(events).hasSize(2);
        assertThat(events.get(1)).startsWith("event: insert\nid: 0@8.00000001.4\n");
        assertThat(tale.cursor()).hasToString("0@9.00000001.5");
    }

    @Test
    void add_reset_tellsWhatToReadBeforeTheOtherChanges() {
        StreamTale tale = tale("order_id=A%2F1", "0@5.00000001.2,1@5.00000002.0,9@1.00000003.0");

        List<String> events = events(
                tale,
                page(
                        "0@6.00000001.3,1@40.0000000a.7",
                        List.of(new Reset(1, Cause.MOVED), new Reset(9, Cause.MADE_ANEW)),
                        List.of(),
                        List.of(insert(0, 5, "A/1", "{}"))));

        assertThat(events.subList(1, 3))
                .containsExactly(
                        event(
                                "reset",
                                "0@5.00000001.2,1@40.0000000a.7,9@1.00000003.0",
                                "{\"partitions\":[1],\"cause\":\"MOVED\",\"reason\":\"the partition has moved to another"
                                        + " instance, or its instance began anew\",\"as_of\":[{\"topic\":\"dwd_order_item\","
                                        + "\"partition\":1,\"position\":40}],"
                                        + "\"read\":\"/v1/tables/dwd_order_item/rows?order_id=A%2F1\"}"),
                        event(
                                "reset",
                                "0@5.00000001.2,1@40.0000000a.7",
                                "{\"partitions\":[9],\"cause\":\"MADE_ANEW\",\"reason\":\"the topic was made anew\","
                                        + "\"as_of\":[],\"read\":\"/v1/tables/dwd_order_item/rows?order_id=A%2F1\"}"));
        assertThat(events.get(3)).startsWith("event: insert\nid: 0@6.00000001.3,1@40.0000000a.7\n");
        assertThat(resets).containsExactly(1, 9);
    }

    /** Its place is as it was, so that nothing is lost; told once, however long it lasts. */
    @Test
    void add_partitionThatCannotBeAskedForAWhile_isMissingAndThenFound() {
        String place = "0@5.00000001.2,1@5.00000002.0";
        StreamTale tale = tale("", place);
        events(tale, page(place, List.of(), List.of(), List.of()));

        assertThat(events(tale, page(place, List.of(), List.of(GAP), List.of())))
                .containsExactly(
                        event("missing", place, "{\"missing\":[{\"partition\":1,\"reason\":\"it \\\"fell\\\"\"}]}"));
        assertThat(events(tale, page(place, List.of(), List.of(GAP), List.of())))
                .isEmpty();
        assertThat(events(tale, page(place, List.of(), List.of(), List.of())))
                .containsExactly(event("found", place, "{\"partitions\":[1]}"));
        assertThat(resets).isEmpty();
    }

    /** Nobody could be asked for anything when it began: what happened until then was not told. */
    @Test
    void add_partitionsThatAreFoundLater_areToBeRead() {
        StreamTale tale = tale("", "");

        assertThat(events(tale, page("now", List.of(), List.of(GAP), List.of())))
                .containsExactly(event(
                        "begin",
                        "now",
                        "{\"table\":\"dwd_order_item\",\"partitions\":[],\"missing\":[{\"partition\":1,\"reason\":"
                                + "\"it \\\"fell\\\"\"}]}"));

        List<String> events = events(tale, page("1@9.00000001.4", List.of(), List.of(), List.of()));

        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isEqualTo(event("found", "now", "{\"partitions\":[1]}"));
        assertThat(events.get(1))
                .startsWith("event: reset\nid: 1@9.00000001.4\n")
                .contains("\"cause\":\"JOINED\"");
        assertThat(resets).containsExactly(1);
    }

    /** The connection broke before there was a place: what happened between was told to nobody. */
    @Test
    void add_goesOnFromNow_hasToReadAllThatIsThere() {
        StreamTale tale = tale("", "now");

        List<String> events = events(tale, page("0@5.00000002.0,1@9.00000001.4", List.of(), List.of(), List.of()));

        assertThat(events).hasSize(2);
        assertThat(events.get(0))
                .isEqualTo(
                        event("begin", "now", "{\"table\":\"dwd_order_item\",\"partitions\":[0, 1],\"missing\":[]}"));
        assertThat(events.get(1))
                .startsWith("event: reset\nid: 0@5.00000002.0,1@9.00000001.4\ndata: {\"partitions\":[0, 1],")
                .contains("\"cause\":\"JOINED\"");
        assertThat(resets).containsExactly(0, 1);
    }

    @Test
    void add_beginsNow_hasNothingToRead() {
        StreamTale tale = tale("", "");

        assertThat(events(tale, page("0@5.00000002.0", List.of(), List.of(), List.of())))
                .containsExactly(event(
                        "begin", "0@5.00000002.0", "{\"table\":\"dwd_order_item\",\"partitions\":[0],\"missing\":[]}"));
        assertThat(resets).isEmpty();
    }
}
