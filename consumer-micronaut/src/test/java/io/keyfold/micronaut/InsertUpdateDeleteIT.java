package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.UpsertTable;
import io.keyfold.query.Answer;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.recording.PlayedRecord;
import io.keyfold.test.recording.Recording;
import io.keyfold.test.recording.RecordingPlayer;
import java.net.URISyntaxException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From the bytes that Flink wrote to the row over Java and over REST, record by record: insert, update, delete, and a
 * restart in between.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
final class InsertUpdateDeleteIT {

    private static final RowKey KEY = RowKey.of("A1001", "I02");
    private static final String ROW = "/rows/A1001/I02";

    /** One recorded topic, read under a contract. */
    record Recorded(String recording, String topic, String table, String contract) {
        @Override
        public String toString() {
            return recording;
        }
    }

    static Stream<Recorded> recordings() throws URISyntaxException {
        Path withoutUser = Path.of(requireNonNull(InsertUpdateDeleteIT.class.getResource("c1f_v2.yaml"))
                .toURI());
        return Stream.of(
                new Recorded("case1b-insert-update-delete-pk-known", "c1b", "dwd_order_item", "dwd_order_item"),
                new Recorded(
                        "case1c-insert-update-delete-pk-unknown-materializer",
                        "c1c",
                        "dwd_order_item",
                        "dwd_order_item"),
                new Recorded("case1e-group-by-aggregate", "c1e", "dwd_order_item", "dwd_order_item"),
                new Recorded("case1f-key-prefix-except-key", "c1f_v2", "c1f_v2", "file:" + withoutUser));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void row_eachRecordAndARestart_isTheFoldOfTheRecordsSoFar(
            Recorded recorded, KeyfoldKafka kafka, @TempDir Path stateDir) {
        Recording recording = Recording.named(recorded.recording());
        String topic = kafka.createTopic(
                recorded.table(), recording.partitions(recorded.topic()), Map.of("cleanup.policy", "compact"));
        Map<String, Object> settings = TableServer.settings(
                kafka.bootstrapServers(),
                kafka.uniqueName("orders"),
                stateDir,
                recorded.table(),
                topic,
                kafka.createTopic("dead-letters", 1));
        settings.put("keyfold.tables." + recorded.table() + ".contract", recorded.contract());
        List<PlayedRecord> played = new ArrayList<>();
        List<RowChange<RowJson>> changes = new CopyOnWriteArrayList<>();

        try (RecordingPlayer player = recording.player(kafka.bootstrapServers(), recorded.topic(), topic)) {
            try (TableServer server = TableServer.start(settings).awaitReady()) {
                while (player.position() < player.size() / 2) {
                    playAndCheck(player, played, server, recorded.table(), changes);
                }
            }
            try (TableServer server = TableServer.start(settings).awaitReady()) {
                checkRow(server, recorded.table(), played.get(played.size() - 1));
                while (player.hasNext()) {
                    playAndCheck(player, played, server, recorded.table(), changes);
                }
            }
        }

        assertThat(changes.stream().map(Change::of)).containsExactlyElementsOf(expected(played));
    }

    private static void playAndCheck(
            RecordingPlayer player,
            List<PlayedRecord> played,
            TableServer server,
            String table,
            List<RowChange<RowJson>> changes) {
        try (var subscription = server.consumer().table(table).subscribe(changes::add)) {
            PlayedRecord record = player.playNext();
            played.add(record);

            TableServer.await(
                    record + " to be applied", () -> isApplied(server.consumer().table(table), record));
            TableServer.await("the change of " + record, () -> changes.size() >= played.size());

            checkRow(server, table, record);
            assertThat(subscription).isNotNull();
        }
    }

    private static boolean isApplied(UpsertTable<RowJson> table, PlayedRecord record) {
        return table.status().partitions().stream()
                .flatMap(partition -> partition.position().stream())
                .anyMatch(position ->
                        position.partition() == record.partition() && position.position() > record.offset());
    }

    /** The recordings have one key: the fold of the records so far is the last of them. */
    private static void checkRow(TableServer server, String table, PlayedRecord last) {
        Answer<RowJson> java = server.consumer().table(table).get(KEY);
        HttpResponse<String> rest = server.get("/v1/tables/" + table + ROW);
        Optional<String> value = last.recorded().value().map(bytes -> new String(bytes, UTF_8));

        if (value.isPresent()) {
            assertThat(java).isInstanceOf(Answer.Found.class);
            Row<RowJson> row = ((Answer.Found<RowJson>) java).row();
            assertThat(row.value()).isEqualTo(new RowJson(value.get().getBytes(UTF_8)));
            assertThat(row.position()).isEqualTo(position(last));
            assertThat(row.mark()).isEmpty();
            assertThat(rest.statusCode()).isEqualTo(200);
            assertThat(rest.body())
                    .startsWith("{\"key\":{\"order_id\":\"A1001\",\"item_id\":\"I02\"},\"value\":" + value.get() + ",");
            assertThat(rest.headers().firstValue("ETag").orElseThrow())
                    .matches("\"[0-9a-f]{8}-" + last.partition() + "-" + last.offset() + "\"");
        } else {
            assertThat(java).isInstanceOf(Answer.Absent.class);
            Answer.Absent<RowJson> absent = (Answer.Absent<RowJson>) java;
            assertThat(absent.asOf().partition()).isEqualTo(last.partition());
            assertThat(absent.asOf().position()).isGreaterThan(last.offset());
            assertThat(absent.mark()).isEmpty();
            assertThat(rest.statusCode()).isEqualTo(404);
            assertThat(rest.body()).contains("\"type\":\"/problems/row-not-found\"");
        }
    }

    private static RecordPosition position(PlayedRecord record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    /** A change with its values as text. */
    private record Change(RowKind kind, Optional<String> before, Optional<String> after, RecordPosition position) {

        static Change of(RowChange<RowJson> change) {
            assertThat(change.key()).isEqualTo(KEY);
            return new Change(
                    change.kind(),
                    change.before().map(row -> row.value().text()),
                    change.after().map(row -> row.value().text()),
                    change.position());
        }
    }

    /** Every recorded record changes the row; what it changes from is the value of the record before. */
    private static List<Change> expected(List<PlayedRecord> played) {
        List<Change> changes = new ArrayList<>();
        Optional<String> before = Optional.empty();
        for (PlayedRecord record : played) {
            Optional<String> after = record.recorded().value().map(bytes -> new String(bytes, UTF_8));
            RowKind kind = after.isEmpty() ? RowKind.DELETE : before.isEmpty() ? RowKind.INSERT : RowKind.UPDATE;
            changes.add(new Change(kind, before, after, position(record)));
            before = after;
        }
        return changes;
    }
}
