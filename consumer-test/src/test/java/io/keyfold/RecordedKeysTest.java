package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.KeyCodec;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routing key is what Flink writes: every recorded key of the order item table, byte for byte, and its partition. */
class RecordedKeysTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "case1b-insert-update-delete-pk-known",
                "case1c-insert-update-delete-pk-unknown-materializer",
                "case1e-group-by-aggregate",
                "case5-partitioning-sink-parallelism-1",
                "case5-partitioning-sink-parallelism-6",
                "random-fold",
                "random-fold-materialized"
            })
    void routingKey_ofARecordedKey_isItsBytesAndPartition(String name) {
        Recording recording = Recording.named(name);
        KeyCodec keys = KeyCodec.of(TableContracts.named("dwd_order_item"));

        for (RecordedRecord record : recording.records(recording.topic())) {
            byte[] recorded = record.key().orElseThrow();
            DecodedKey.Good key = (DecodedKey.Good) keys.decode(recorded);
            byte[] routing = keys.routingKey(key.key());

            assertThat(routing).isEqualTo(recorded);
            assertThat(Utils.toPositive(Utils.murmur2(routing)) % recording.partitions(recording.topic()))
                    .isEqualTo(record.partition());
        }
    }
}
