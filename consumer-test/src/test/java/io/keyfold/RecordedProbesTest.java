package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RowFormat;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The records that were written by hand as probes for Flink's own upsert-kafka source: what they are here, beside what Flink
 * read. Where the two differ, Flink guessed, took the value's word against the key's, or lost the record.
 */
class RecordedProbesTest {

    private static final String PROBES = "case11-upsert-kafka-as-source";
    private static final String PROBES_WITHOUT_KEY_COLUMNS = "case11b-upsert-kafka-as-source-except-key";

    /** A row's canonical JSON, or what is wrong and with what. */
    private static String outcome(TableContract contract, RecordedRecord record) {
        DecodedKey key = KeyCodec.of(contract).decode(record.key().orElse(null));
        if (key instanceof DecodedKey.Bad bad) {
            return "bad key: " + bad.why().detail();
        }
        DecodedKey.Good good = (DecodedKey.Good) key;
        DecodedValue value =
                ValueCodec.of(contract).decode(good.key(), record.value().orElse(null));
        if (value instanceof DecodedValue.Bad bad) {
            return "bad value: " + bad.why().detail();
        }
        if (!(value instanceof DecodedValue.Upsert upsert)) {
            return "tombstone of " + RowFormat.of(contract).keyJson(good.key());
        }
        return RowFormat.of(contract)
                .json(new Row<>(
                        good.key(),
                        upsert.json(),
                        new RecordPosition(record.topic(), record.partition(), record.offset()),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static String outcomes(String name, String topic) {
        TableContract contract = RecordedTables.contract(topic);
        return Recording.named(name).records(topic).stream()
                .map(record -> outcome(contract, record))
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "normal | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "null_key | bad key: the record has no key | dropped silently",
                "empty_key | bad key: there are no bytes, or only white space | dropped silently",
                "key_not_json | bad key: not valid JSON at byte 3 | the job fails",
                "key_json_string | bad key: JSON, but no object | the job fails",
                "key_json_number | bad key: JSON, but no object | the job fails",
                "key_json_array | bad key: JSON, but no object | the job fails",
                "key_json_null | bad key: JSON null literal is not a tombstone | the job fails",
                "key_empty_object | bad key: key column order_id missing (has: []) | the value's key",
                "key_missing_field | bad key: key column item_id missing (has: [order_id]) | the value's key",
                "key_null_field | bad key: key column order_id is null | the value's key",
                "key_extra_field | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_reordered | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_whitespace | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_number_for_string | bad key: key column order_id not representable as STRING: an integer | the value's key",
                "key_dup_field | bad key: field order_id stands twice | the value's key",
                "key_trailing | bad key: not valid JSON at byte 34 | what is behind is not read",
                "key_case | bad key: key column order_id missing (has: [item_id]) | the value's key",
                "key_bom | bad key: not valid JSON at byte 3 | the mark is passed over",
                "tombstone_unknown_key | tombstone of {\"order_id\":\"A1\",\"item_id\":\"I1\"} | the same",
                "tombstone_bad_key | bad key: not valid JSON at byte 3 | the job fails",
                "tombstone_null_key | bad key: the record has no key | dropped silently",
                "value_not_json | bad value: not valid JSON at byte 4 | the job fails",
                "value_empty | bad value: there are no bytes, or only white space | dropped silently",
                "value_json_null | bad value: JSON null literal is not a tombstone | the job fails",
                "value_json_array | bad value: JSON, but no object | the job fails",
                "value_empty_object | bad value: column order_id missing (has: []) | the job fails",
                "value_missing_field | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":null} | the same",
                "value_key_mismatch | bad value: column order_id of the value is not that of the key | the value's key: B2, I9",
                "value_amount_string | bad value: column amount not representable as DECIMAL(18, 2): a text; numbers as text are off | 1.50",
                "value_amount_sci | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":100.00} | the same",
                "value_amount_overflow | bad value: column amount not representable as DECIMAL(18, 2): more digits before the point than declared | null, silently",
                "value_amount_round | bad value: column amount not representable as DECIMAL(18, 2): more digits after the point than declared | rounded to 1.01",
                "value_amount_bad | bad value: column amount not representable as DECIMAL(18, 2): a text | the job fails",
            })
    void probe_withTheKeyInTheValue(String probe, String here, String flink) {
        assertThat(outcomes(PROBES, "c11_" + probe)).as("Flink: %s", flink).isEqualTo(here);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "normal | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_empty_object | bad key: key column order_id missing (has: []) | the job fails",
                "key_missing_field | bad key: key column item_id missing (has: [order_id]) | the job fails",
                "key_null_field | bad key: key column order_id is null | the job fails",
                "key_extra_field | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_reordered | {\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50} | the same",
                "key_number_for_string | bad key: key column order_id not representable as STRING: an integer | the text 1001",
                "key_dup_field | bad key: field order_id stands twice | the job fails",
                "key_trailing | bad key: not valid JSON at byte 34 | what is behind is not read",
                "key_case | bad key: key column order_id missing (has: [item_id]) | the job fails",
                "key_bom | bad key: not valid JSON at byte 3 | the mark is passed over",
                "key_object_for_string | bad key: key column order_id not representable as STRING: an object | the object's JSON as a text",
            })
    void probe_withoutTheKeyInTheValue(String probe, String here, String flink) {
        assertThat(outcomes(PROBES_WITHOUT_KEY_COLUMNS, "c11b_" + probe))
                .as("Flink: %s", flink)
                .isEqualTo(here);
    }

    /** Flink folds by the decoded key, too: the last record, whose key is in another order, updates the same row. */
    @Test
    void sequence_isOneRowFromRecordToRecord() {
        assertThat(outcomes(PROBES, "c11_sequence"))
                .isEqualTo(Stream.of("1.50", "1.50", "2.50", "", "", "1.50", "9.00")
                        .map(amount -> amount.isEmpty()
                                ? "tombstone of {\"order_id\":\"A1\",\"item_id\":\"I1\"}"
                                : "{\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":" + amount + "}")
                        .collect(Collectors.joining("; ")));
        assertThat(outcomes(PROBES_WITHOUT_KEY_COLUMNS, "c11b_mixed"))
                .isEqualTo("{\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":1.50}; "
                        + "{\"order_id\":\"A1\",\"item_id\":\"I1\",\"amount\":2.00}; "
                        + "tombstone of {\"order_id\":\"A1\",\"item_id\":\"I1\"}");
    }
}
