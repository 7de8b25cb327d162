package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickCheckTest {

    private static final int ROUNDS = 200_000;
    private static final String[] TYPES = {
        "STRING",
        "VARCHAR(5)",
        "CHAR(3)",
        "BOOLEAN",
        "TINYINT",
        "SMALLINT",
        "INT",
        "BIGINT",
        "FLOAT",
        "DOUBLE",
        "DECIMAL(10, 2)",
        "DECIMAL(2, 2)",
        "DECIMAL(38, 0)",
        "DATE",
        "TIME(0)",
        "TIME(3)",
        "TIMESTAMP(0)",
        "TIMESTAMP(3)",
        "TIMESTAMP(9)",
        "TIMESTAMP_LTZ(3)",
        "BYTES",
        "BINARY(2)",
        "ARRAY<INT>",
        "ARRAY<STRING NOT NULL>",
        "MAP<STRING, DECIMAL(10, 2)>",
        "MAP<VARCHAR(2), TINYINT NOT NULL>",
        "ROW<a INT, b STRING NOT NULL, c ROW<d DECIMAL(10, 2), e ARRAY<BYTES>>>"
    };

    private static TableContract contract(List<Column> columns, String... keys) {
        return new TableContract(
                "t",
                "t",
                List.of(keys),
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                columns,
                TopicRequirements.KAFKA_DEFAULTS);
    }

    private static QuickCheck quick(TableContract contract) {
        return new QuickCheck(
                contract.value().stream()
                        .map(column -> ColumnCodec.of(column, ColumnReading.ofValue(contract)))
                        .toList(),
                contract.value().stream()
                        .mapToInt(column -> contract.keyColumns().indexOf(column.name()))
                        .toArray(),
                JsonObjectWalk.USUAL);
    }

    /** What it says yes to is good, wherever in an array it lies. */
    @Test
    void isGood_anyBytes_isNeverMoreLenientThanTheParser() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("QuickCheckTest seed " + seed);
        Random random = new Random(seed);
        HostileJson hostile = new HostileJson(random);
        int good = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Column> columns = new ArrayList<>(List.of(new Column("k", SqlType.parse("STRING"), false, false)));
            for (int i = random.nextInt(4); i >= 0; i--) {
                String type = TYPES[random.nextInt(TYPES.length)];
                columns.add(new Column("c" + i, SqlType.parse(type), random.nextBoolean(), false));
            }
            TableContract contract = contract(columns, "k");
            Map<String, String> usual = new LinkedHashMap<>();
            columns.forEach(column -> usual.put(column.name(), hostile.near(column.type())));
            usual.put("k", "\"A1001\"");
            byte[] json = hostile.object(usual);
            byte[] array = new byte[8 + json.length];
            System.arraycopy(json, 0, array, 8, json.length);
            RowKey key = RowKey.of("A1001");

            RowShape shape = quick(contract).shape(key, new JsonBytes(array, 8, json.length));

            ValueCodec values = ValueCodec.of(contract);
            ValueCheck thorough = values.thoroughCheck(key, new JsonBytes(json));
            assertThat(values.check(key, array, 8, json.length))
                    .as("seed %s round %s: %s of %s", seed, round, new String(json, UTF_8), columns)
                    .hasToString(thorough.toString());
            if (shape != null) {
                good++;
                assertThat(thorough)
                        .as("seed %s round %s: %s of %s", seed, round, new String(json, UTF_8), columns)
                        .hasToString(new ValueCheck.Good(shape).toString());
            }
        }
        assertThat(good).as("seed %s: said yes", seed).isGreaterThan(ROUNDS / 100);
    }

    @Test
    void check_anyBytes_isWhatTheParserSays() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("QuickCheckTest seed " + seed);
        HostileJson hostile = new HostileJson(new Random(seed));
        TableContract contract = TableContracts.named("dwd_order_item");
        ValueCodec values = ValueCodec.of(contract);
        RowKey key = RowKey.of("A1001", "~");
        DecodedKey.Good decoded = (DecodedKey.Good)
                KeyCodec.of(contract).decode("{\"order_id\":\"A1001\",\"item_id\":\"~\"}".getBytes(UTF_8));
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, String> usual = new LinkedHashMap<>();
            contract.value().forEach(column -> usual.put(column.name(), hostile.near(column.type())));
            usual.put("order_id", "\"A1001\"");
            usual.put("item_id", "\"~\"");
            byte[] json = hostile.object(usual);
            byte[] array = Arrays.copyOf(json, json.length + 3);

            String thorough = values.thoroughCheck(key, new JsonBytes(json)).toString();
            String what = "seed %s round %s: %s".formatted(seed, round, new String(json, UTF_8));
            assertThat(values.check(key, array, 0, json.length)).as(what).hasToString(thorough);
            assertThat(values.check(decoded, array, 0, json.length)).as(what).hasToString(thorough);
        }
    }

    /** Else it would be of no use. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":\"U1\",\"sku_id\":null,\"quantity\":2,\"amount\":12.5,"
                        + "\"order_status\":\"PAID\",\"update_time\":\"2024-01-15 10:40:00.001\"}",
                "{\"item_id\":\"I02\",\"order_id\":\"A1001\"}",
                "{\"shop\":{\"a\":[1,2]},\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":2}",
                "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"order_status\":\"已支付\",\"update_time\":\"2024-01-31 10:40:00\"}",
            })
    void shape_goodRow_isTold(String json) {
        assertThat(quick(TableContracts.named("dwd_order_item"))
                        .shape(RowKey.of("A1001", "I02"), new JsonBytes(json.getBytes(UTF_8))))
                .isNotNull();
    }

    /** The parser passes over a text without counting it. */
    @Test
    void shape_textBeyondTheLimit_isNotTold() {
        String json = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":\"" + "x".repeat(20_000_001) + "\"}";

        assertThat(quick(TableContracts.named("dwd_order_item"))
                        .shape(RowKey.of("A1001", "I02"), new JsonBytes(json.getBytes(UTF_8))))
                .isNull();
    }

    /** A value that begins as its key does, but goes on in the key's last text. */
    @Test
    void check_valueOfALongerKey_isNotThatKeys() {
        TableContract contract = TableContracts.named("dwd_order_item");
        DecodedKey.Good key = (DecodedKey.Good)
                KeyCodec.of(contract).decode("{\"order_id\":\"A1001\",\"item_id\":\"I02\"}".getBytes(UTF_8));
        byte[] value = "{\"order_id\":\"A1001\",\"item_id\":\"I02x\"}".getBytes(UTF_8);

        assertThat(ValueCodec.of(contract).decode(key, value)).isInstanceOf(DecodedValue.Bad.class);
    }
}
