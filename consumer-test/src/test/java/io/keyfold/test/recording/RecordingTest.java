package io.keyfold.test.recording;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordingTest {

    private static final String HANGING = "case7-hanging-transaction-incrementing";

    static List<String> names() {
        return Recording.names();
    }

    @Test
    void names_areTheFilesOfTheDirectory() throws Exception {
        try (Stream<Path> files = Files.list(directory())) {
            List<String> recorded = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".jsonl"))
                    .map(file -> file.substring(0, file.length() - ".jsonl".length()))
                    .toList();

            assertThat(Recording.names()).isNotEmpty().containsExactlyInAnyOrderElementsOf(recorded);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void records_ofEveryTopic_areAsManyAsTheBrokerCounted(String name) throws Exception {
        Recording recording = Recording.named(name);
        JsonNode topics = meta(name).required("topics");

        assertThat(recording.topics()).hasSize(topics.size());
        for (String topic : recording.topics()) {
            JsonNode counted = topics.required(topic);
            List<RecordedRecord> records = recording.records(topic);
            assertThat(records).hasSize(counted.required("records").intValue());
            assertThat(records.stream().filter(RecordedRecord::isTombstone))
                    .hasSize(counted.required("tombstones").intValue());
            assertThat(records.stream().filter(record -> record.key().isEmpty()))
                    .hasSize(counted.required("nullKeys").intValue());
            assertThat(recording.partitions(topic))
                    .isEqualTo(counted.required("partitions").size());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void visibleToReadCommitted_atEveryPhase_isAsManyAsTheBrokerShowed(String name) throws Exception {
        Recording recording = Recording.named(name);
        JsonNode meta = meta(name);

        for (String topic : recording.topics()) {
            for (String phase : recording.phases()) {
                JsonNode partitions = phase.equals(Recording.END)
                        ? meta.required("topics").required(topic).required("partitions")
                        : meta.required(phase).required("offsets");
                for (JsonNode partition : partitions) {
                    int number = partition.required("partition").intValue();
                    assertThat(recording.visibleToReadCommitted(topic, phase).stream()
                                    .filter(record -> record.partition() == number))
                            .as("%s, %s, %s-%s", name, phase, topic, number)
                            .hasSize(partition.required("recordsReadCommitted").intValue());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void sql_ofEveryRecording_isThere(String name) {
        assertThat(Recording.named(name).sql()).contains("CREATE TABLE");
    }

    @Test
    void records_insertUpdateDelete_haveTheBytesThatFlinkWrote() {
        List<RecordedRecord> records =
                Recording.named("case1b-insert-update-delete-pk-known").records("c1b");

        assertThat(records)
                .extracting(RecordedRecord::toString)
                .containsExactly("c1b-1@0", "c1b-1@1", "c1b-1@2", "c1b-1@3");
        assertThat(text(records.get(0).key())).isEqualTo("{\"order_id\":\"A1001\",\"item_id\":\"I02\"}");
        assertThat(text(records.get(2).value())).contains("\"amount\":1E+2");
        assertThat(records.get(3).value()).isEmpty();
        assertThat(records.get(0).timestampMs()).isEqualTo(1795961601719L);
    }

    @Test
    void records_bytesThatAreNoText_areKept() {
        List<RecordedRecord> records = Recording.named("case6-key-formats").topics().stream()
                .flatMap(topic -> Recording.named("case6-key-formats").records(topic).stream())
                .toList();

        assertThat(records)
                .anySatisfy(record -> assertThat(record.key())
                        .hasValueSatisfying(
                                key -> assertThat(key).startsWith(0x0a, 'A', '1', '0', '0', '1', 0x06, 'I', '0', '2')));
    }

    @Test
    void record_keyChangedByTheCaller_staysAsRecorded() {
        RecordedRecord record = Recording.named("case1b-insert-update-delete-pk-known")
                .records("c1b")
                .get(0);

        record.key().orElseThrow()[0] = 'x';

        assertThat(text(record.key())).startsWith("{");
    }

    @ParameterizedTest
    @CsvSource({"random-fold, 156", "random-fold-materialized, 151"})
    void expectedRows_ofAFold_areThoseOfFlink(String name, int rows) {
        List<Map<String, Object>> expected = Recording.named(name).expectedRows();

        assertThat(expected).hasSize(rows);
        assertThat(expected.get(0))
                .containsOnlyKeys(
                        "order_id",
                        "item_id",
                        "user_id",
                        "sku_id",
                        "quantity",
                        "amount",
                        "order_status",
                        "update_time");
    }

    @Test
    void expectedRows_noneRecorded_isRefused() {
        Recording recording = Recording.named("case1b-insert-update-delete-pk-known");

        assertThatThrownBy(recording::expectedRows)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read the expected rows of case1b-insert-update-delete-pk-known:"
                        + " none were recorded");
    }

    @Test
    void named_unknown_isRefusedWithTheNames() {
        assertThatThrownBy(() -> Recording.named("case0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("name: case0 (expected: one of [")
                .hasMessageContaining("case1b-insert-update-delete-pk-known");
    }

    @Test
    void records_unknownTopic_isRefusedWithTheTopics() {
        assertThatThrownBy(() -> Recording.named(HANGING).records("c1b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("topic: c1b (expected: one of [c7i_out])");
    }

    @Test
    void topic_severalRecorded_isRefused() {
        assertThatThrownBy(() -> Recording.named("case2b-non-finite").topic())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot tell the topic of case2b-non-finite: it has [c2nf, c2nfk]");
    }

    @Test
    void phases_ofARunWithAnOpenTransaction_areInOrder() {
        assertThat(Recording.named(HANGING).phases())
                .containsExactly(
                        "1-afterBatch1Committed",
                        "2-afterSigkill",
                        "3-otherPrefixJobCommitted",
                        "4-samePrefixRestarted",
                        Recording.END);
    }

    @Test
    void visibleToReadCommitted_unknownPhase_isRefusedWithThePhases() {
        assertThatThrownBy(() -> Recording.named("case7-cancelled-job").visibleToReadCommitted("c7c_out", "open"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("phase: open (expected: one of [1-open, 2-afterCancel, end])");
    }

    private static JsonNode meta(String name) throws IOException, URISyntaxException {
        return new ObjectMapper()
                .readTree(directory().resolve(name + ".meta.json").toFile());
    }

    private static Path directory() throws URISyntaxException {
        return Path.of(requireNonNull(Recording.class.getResource("/io/keyfold/test/flink/index.txt"))
                        .toURI())
                .resolveSibling("");
    }

    private static String text(Optional<byte[]> bytes) {
        return new String(bytes.orElseThrow(), StandardCharsets.UTF_8);
    }
}
