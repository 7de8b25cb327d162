package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record of every recording, read with the contract of its DDL: it is good to the byte, or refused for a reason. */
class RecordingsTest {

    /** Topics of which some record is refused: not written by the upsert sink, or with a key that is no JSON. */
    private static final Set<String> REFUSED = Set.of(
            "c3_kafka",
            "c3_kafka_nonull",
            "c3_kafka_csv",
            "c3_kafka_raw",
            "c6_csv",
            "c6_csv_tab",
            "c6_avro",
            "c6_raw1",
            "c6_rawint",
            "c6_csvnum",
            "sink_topic_fixed",
            "sink_topic_round_robin",
            "sink_topic_default",
            "sink_topic_keycol",
            "sink_topic_tumble_legacy");

    /** An option that no contract can tell: see the test of its key. */
    private static final Set<String> WITHOUT_NULL_FIELDS = Set.of("c2k_row_nonull", "c2v_ignorenull");

    private static Stream<Arguments> topics() {
        return Recording.names().stream()
                .flatMap(name -> Recording.named(name).topics().stream().map(topic -> Arguments.of(name, topic)));
    }

    /** Those that Flink's upsert sink wrote as JSON: {@link RecordedProbesTest} has those written by hand. */
    static Stream<Arguments> goodTopics() {
        return topics().filter(arguments -> {
            String topic = (String) arguments.get()[1];
            return !REFUSED.contains(topic)
                    && !topic.startsWith("c11_")
                    && !topic.startsWith("c11b_")
                    && !topic.equals("c2k_row_nonull");
        });
    }

    private static DecodedKey.Good good(KeyCodec keys, RecordedRecord record) {
        DecodedKey decoded = keys.decode(record.key().orElse(null));
        assertThat(decoded).as("key of %s", record).isInstanceOf(DecodedKey.Good.class);
        return (DecodedKey.Good) decoded;
    }

    private static int home(byte[] routingKey, Recording recording, String topic) {
        return Utils.toPositive(Utils.murmur2(routingKey)) % recording.partitions(topic);
    }

    @ParameterizedTest
    @MethodSource("goodTopics")
    void key_asFlinkWroteIt_isItsRoutingKeyAndPartition(String name, String topic) {
        Recording recording = Recording.named(name);
        KeyCodec keys = KeyCodec.of(RecordedTables.contract(topic));

        for (RecordedRecord record : recording.records(topic)) {
            byte[] recorded = record.key().orElseThrow();
            DecodedKey.Good key = good(keys, record);
            assertThat(key.routingKey()).as("%s", record).isEqualTo(recorded);
            assertThat(keys.routingKey(key.key())).as("%s", record).isEqualTo(recorded);
            assertThat(home(recorded, recording, topic)).as("%s", record).isEqualTo(record.partition());
        }
    }

    @ParameterizedTest
    @MethodSource("goodTopics")
    void key_ofItsStorageKey_isTheKey(String name, String topic) {
        KeyCodec keys = KeyCodec.of(RecordedTables.contract(topic));

        for (RecordedRecord record : Recording.named(name).records(topic)) {
            DecodedKey.Good key = good(keys, record);
            assertThat(keys.key(key.storageKey())).as("%s", record).isEqualTo(key.key());
        }
    }

    @ParameterizedTest
    @MethodSource("goodTopics")
    void value_asFlinkWroteIt_isGoodAndWrittenAgainTheSame(String name, String topic) {
        TableContract contract = RecordedTables.contract(topic);
        KeyCodec keys = KeyCodec.of(contract);
        ValueCodec values = ValueCodec.of(contract);
        ColumnsReader columns = ColumnsReader.of(contract);

        for (RecordedRecord record : Recording.named(name).records(topic)) {
            RowKey key = good(keys, record).key();
            DecodedValue value = values.decode(key, record.value().orElse(null));
            if (record.isTombstone()) {
                assertThat(value).as("%s", record).isInstanceOf(DecodedValue.Tombstone.class);
                continue;
            }
            assertThat(value).as("%s", record).isInstanceOf(DecodedValue.Upsert.class);
            RowJson json = ((DecodedValue.Upsert) value).json();
            if (!WITHOUT_NULL_FIELDS.contains(topic)) {
                byte[] again = values.encode(
                        columns.read(row(key, record, json)).value().asMap());
                assertThat(new String(again, UTF_8)).as("%s", record).isEqualTo(json.text());
            }
        }
    }

    private static Row<RowJson> row(RowKey key, RecordedRecord record, RowJson json) {
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        return new Row<>(key, json, position, Optional.empty(), Optional.empty());
    }

    /** {@code key.json.encode.ignore-null-fields} leaves out the null fields of a ROW in a key. No contract can say so. */
    @Test
    void key_ofARowWithoutItsNullFields_isTheKeyInOtherBytes() {
        KeyCodec keys = KeyCodec.of(RecordedTables.contract("c2k_row_nonull"));
        List<RecordedRecord> records = Recording.named("case2c-types-in-key").records("c2k_row_nonull");

        assertThat(records.stream()
                        .map(record -> new String(good(keys, record).routingKey(), UTF_8))
                        .toList())
                .containsExactly("{\"k\":{\"a\":1,\"b\":\"x\"}}", "{\"k\":{\"a\":null,\"b\":null}}");
        assertThat(new String(records.get(1).key().orElseThrow(), UTF_8)).isEqualTo("{\"k\":{}}");
    }

    /** In the order of the recording: partition by partition. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // A plain sink, whose key may be null
                "case3-null-primary-key | c3_kafka | good; null-column; null-column; null-column",
                "case3-null-primary-key | c3_kafka_nonull | good; missing-column; missing-column; missing-column",
                "case3-null-primary-key | c3_kafka_raw | not-json; null-key; not-json; null-key",
                // Keys that are not JSON
                "case3-null-primary-key | c3_kafka_csv | not-json; not-json; not-json; not-json",
                "case6-key-formats | c6_csv | not-an-object; not-json; not-json; not-an-object",
                "case6-key-formats | c6_csv_tab | not-json; not-json; not-json; not-json",
                "case6-key-formats | c6_avro | not-json; not-json; not-json; not-json",
                "case6-key-formats | c6_raw1 | not-json; not-json; not-json; not-json",
                "case6-key-formats | c6_rawint | not-json; not-json; not-utf8",
                "case6-key-formats | c6_csvnum | not-json; not-json",
            })
    void key_thatIsNotOfAnUpsertSink_isRefusedAndWhy(String name, String topic, String expected) {
        KeyCodec keys = KeyCodec.of(RecordedTables.contract(topic));

        List<String> outcomes = Recording.named(name).records(topic).stream()
                .map(record -> keys.decode(record.key().orElse(null)))
                .map(key ->
                        key instanceof DecodedKey.Bad bad ? bad.why().reason().code() : "good")
                .toList();

        assertThat(String.join("; ", outcomes)).isEqualTo(expected);
    }

    /** A plain sink writes no key, whatever its partitioner. */
    @ParameterizedTest
    @CsvSource({
        "sink_topic_fixed",
        "sink_topic_round_robin",
        "sink_topic_default",
        "sink_topic_keycol",
        "sink_topic_tumble_legacy"
    })
    void noKey_isRefused(String topic) {
        KeyCodec keys = KeyCodec.of(RecordedTables.contract(topic));

        assertThat(Recording.named("case9-click-kafka-to-kafka").records(topic))
                .hasSize(6)
                .allSatisfy(record -> assertThat(keys.decode(record.key().orElse(null)))
                        .isInstanceOfSatisfying(
                                DecodedKey.Bad.class,
                                bad -> assertThat(bad.why().detail()).isEqualTo("the record has no key")));
    }

    @Test
    void recordings_areReadWhole() {
        Set<String> all = new HashSet<>();
        int keyed = 0;
        for (Arguments arguments : topics().toList()) {
            String topic = (String) arguments.get()[1];
            all.add(topic);
            keyed += (int) Recording.named((String) arguments.get()[0]).records(topic).stream()
                    .filter(record -> record.key().isPresent())
                    .count();
        }

        assertThat(all)
                .containsAll(REFUSED)
                .hasSizeGreaterThan(100)
                .allSatisfy(topic ->
                        assertThat(RecordedTables.contract(topic).topic()).isEqualTo(topic));
        assertThat(keyed).isGreaterThan(3_600);
    }
}
