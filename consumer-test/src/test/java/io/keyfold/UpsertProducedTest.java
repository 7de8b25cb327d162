package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.UpsertProduced;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a topology writes as an upsert topic is, byte by byte, what Flink wrote there. */
class UpsertProducedTest {

    private static final TableContract SUMS =
            RecordedTables.table("user_id STRING, price DECIMAL(18, 2), n BIGINT", "user_id", "price");

    /** An option that no contract can tell: see {@link RecordingsTest}. */
    private static final List<String> WITHOUT_NULL_FIELDS = List.of("c2v_ignorenull");

    @ParameterizedTest
    @MethodSource("io.keyfold.RecordingsTest#goodTopics")
    void serdes_ofEachRecordedTopic_writeItsBytesAgain(String name, String topic) {
        TableContract contract = RecordedTables.contract(topic);
        Serde<RowKey> keys = UpsertProduced.keySerde(contract);
        Serde<ColumnValues> values = UpsertProduced.valueSerde(contract);

        for (RecordedRecord record : Recording.named(name).records(topic)) {
            byte[] key = record.key().orElseThrow();
            byte[] value = record.value().orElse(null);
            assertThat(keys.serializer().serialize(topic, keys.deserializer().deserialize(topic, key)))
                    .as("key of %s", record)
                    .isEqualTo(key);
            if (!WITHOUT_NULL_FIELDS.contains(topic)) {
                assertThat(values.serializer()
                                .serialize(topic, values.deserializer().deserialize(topic, value)))
                        .as("value of %s", record)
                        .isEqualTo(value);
            }
        }
    }

    /** All columns in the value, those of the key excepted, and other spellings of times. */
    @ParameterizedTest
    @CsvSource({
        "case1b-insert-update-delete-pk-known, c1b",
        "case1f-key-prefix-except-key, c1f_exceptkey_only",
        "case2a-types-in-value, c2v_iso",
    })
    void topology_ofARecordedTopic_writesItAgain(String name, String topic) {
        List<RecordedRecord> recorded = Recording.named(name).records(topic);
        List<TestRecord<byte[], byte[]>> written = run(
                RecordedTables.contract(topic),
                recorded.stream().map(UpsertProducedTest::bytes).toList());

        assertThat(recorded).as("recorded").isNotEmpty();
        assertThat(texts(written))
                .isEqualTo(
                        texts(recorded.stream().map(UpsertProducedTest::bytes).toList()));
    }

    @SuppressWarnings("NullAway") // a test record takes nulls, without saying so
    private static TestRecord<byte[], byte[]> bytes(RecordedRecord record) {
        return new TestRecord<>(record.key().orElseThrow(), record.value().orElse(null));
    }

    private static List<String> texts(List<TestRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> new String(record.key(), UTF_8) + "="
                        + (record.value() == null ? "none" : new String(record.value(), UTF_8)))
                .toList();
    }

    /** Reads these as the table's, and writes them through {@link UpsertProduced}. */
    private static List<TestRecord<byte[], byte[]>> run(
            TableContract contract, List<TestRecord<byte[], byte[]>> records) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(UpsertProduced.keySerde(contract), UpsertProduced.valueSerde(contract)))
                .to("out", UpsertProduced.of(contract));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "produced");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), properties)) {
            TestInputTopic<byte[], byte[]> in =
                    driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
            TestOutputTopic<byte[], byte[]> out =
                    driver.createOutputTopic("out", new ByteArrayDeserializer(), new ByteArrayDeserializer());
            records.forEach(record -> in.pipeInput(record.key(), record.value()));
            return new ArrayList<>(out.readRecordsToList());
        }
    }

    private static TestRecord<byte[], byte[]> json(String key, @Nullable String value) {
        return new TestRecord<>(key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
    }

    @Test
    void keyOfTheValue_otherwiseSpelled_isTheSame() {
        assertThat(texts(run(
                        SUMS,
                        List.of(json(
                                "{\"user_id\":\"U1\",\"price\":1.50}", "{\"user_id\":\"U1\",\"price\":1.5,\"n\":2}")))))
                .containsExactly("{\"user_id\":\"U1\",\"price\":1.5}={\"user_id\":\"U1\",\"price\":1.5,\"n\":2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"user_id\":\"U2\",\"price\":1.5,\"n\":2} | column user_id: not the key's value (expected: the same)",
                "{\"user_id\":\"U1\",\"price\":2.5,\"n\":2} | column price: not the key's value (expected: the same)",
                "{\"user_id\":\"U1\",\"n\":2}               | column price: null (expected: what the key has)",
            })
    void keyOfTheValue_thatIsNotTheKey_isRefused(String value, String why) {
        assertThatThrownBy(() -> run(SUMS, List.of(json("{\"user_id\":\"U1\",\"price\":1.5}", value))))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage(why);
    }

    @Test
    void value_thatDoesNotFit_isRefusedByColumn() {
        Map<String, Object> row = new HashMap<>(Map.of("user_id", "U1", "price", BigDecimal.ONE, "n", "two"));

        assertThatThrownBy(() -> UpsertProduced.valueSerde(SUMS).serializer().serialize("t", ColumnValues.of(row)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column n");
        row.put("n", 2L);
        row.put("m", 2L);
        assertThatThrownBy(() -> UpsertProduced.valueSerde(SUMS).serializer().serialize("t", ColumnValues.of(row)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column: m (expected: one of [user_id, price, n])");
    }

    @Test
    void key_thatIsNone_isRefused() {
        assertThatThrownBy(() -> UpsertProduced.keySerde(SUMS).deserializer().deserialize("t", "{}".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cannot decode a key of t: key column user_id missing (has: [])");
        assertThatThrownBy(() -> UpsertProduced.keySerde(SUMS).serializer().serialize("t", RowKey.of("U1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key: 1 values (expected: user_id, price)");
    }
}
