package io.keyfold.test.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class FillerKeysTest {

    private static final int PARTITIONS = 6;

    @Test
    void keys_ofTextAndNumber_areOneAPartition() {
        TableContract contract = contract("STRING", "DECIMAL(5, 2)");

        List<byte[]> keys = FillerKeys.of(contract, new UpsertRecords(contract), PARTITIONS);

        assertThat(keys)
                .extracting(key -> Utils.toPositive(Utils.murmur2(key)) % PARTITIONS)
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }

    @Test
    void keys_ofIntegers_areFarFromThoseOfATest() {
        TableContract contract = contract("BIGINT", "INT");

        List<byte[]> keys = FillerKeys.of(contract, new UpsertRecords(contract), 1);

        assertThat(keys)
                .extracting(key -> new String(key, UTF_8))
                .containsExactly("{\"a\":9223372036854775807,\"b\":2147483647}");
    }

    @Test
    void keys_withoutRoomForOddOnes_areRefused() {
        TableContract contract = contract("BOOLEAN", "VARCHAR(4)");

        assertThatThrownBy(() -> FillerKeys.of(contract, new UpsertRecords(contract), PARTITIONS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "key columns [a, b]: none of STRING, a long VARCHAR, INT or BIGINT (expected: a filler of the"
                                + " caller's own)");
    }

    private static TableContract contract(String first, String second) {
        return new TableContract(
                "t",
                "t",
                List.of("a", "b"),
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                List.of(
                        new Column("a", SqlType.parse(first), false, false),
                        new Column("b", SqlType.parse(second), false, false)),
                TopicRequirements.KAFKA_DEFAULTS);
    }
}
