package io.keyfold;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.JsonOptions.TimestampFormat;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contracts of all recorded topics, by hand from the recordings' DDL. */
final class RecordedTables {

    private static final JsonOptions SQL = JsonOptions.FLINK_DEFAULTS;
    private static final JsonOptions ISO = new JsonOptions(TimestampFormat.ISO_8601, false);
    private static final JsonOptions PLAIN = new JsonOptions(TimestampFormat.SQL, true);

    private static final String ORDER_ITEM =
            "order_id STRING, item_id STRING, user_id STRING, sku_id STRING, quantity INT, amount DECIMAL(18, 2), "
                    + "order_status STRING, update_time TIMESTAMP(3)";
    private static final String AMOUNT = "order_id STRING, item_id STRING, amount DECIMAL(18, 2)";
    private static final String ALL_TYPES =
            "id INT, c_string STRING, c_char CHAR(5), c_boolean BOOLEAN, c_tinyint TINYINT, c_smallint SMALLINT, c_int INT, "
                    + "c_bigint BIGINT, c_float FLOAT, c_double DOUBLE, c_decimal DECIMAL(18, 2), c_decimal38 DECIMAL(38, 18), "
                    + "c_date DATE, c_time TIME(0), c_ts0 TIMESTAMP(0), c_ts3 TIMESTAMP(3), c_ts6 TIMESTAMP(6), "
                    + "c_ts9 TIMESTAMP(9), c_ltz3 TIMESTAMP_LTZ(3), c_ltz6 TIMESTAMP_LTZ(6), c_bytes BYTES, "
                    + "c_array ARRAY<INT>, c_map MAP<STRING, INT>, "
                    + "c_row ROW<a INT, b STRING, c ROW<d DECIMAL(10, 2)>>, c_arrow ARRAY<ROW<x STRING>>";
    private static final String CLICKS =
            "user_id STRING, event_type STRING, page_id STRING, ts TIMESTAMP(3), process_time TIMESTAMP(3)";

    private static final Map<String, TableContract> TABLES = tables();

    private RecordedTables() {}

    /** The contract of a recorded topic. */
    static TableContract contract(String topic) {
        TableContract contract = TABLES.get(tableOf(topic));
        if (contract == null) {
            throw new IllegalArgumentException("topic: " + topic + " (expected: one that has a contract here)");
        }
        return contract.withTopic(topic);
    }

    /** The probes of case11 and case11b have one table each. */
    private static String tableOf(String topic) {
        return topic.startsWith("c11_") ? "c11" : topic.startsWith("c11b_") ? "c11b" : topic;
    }

    private static Map<String, TableContract> tables() {
        Map<String, TableContract> tables = new LinkedHashMap<>();
        for (String topic : List.of(
                "dwd_order_item",
                "c1b",
                "c1c",
                "c1d_pk",
                "c1d_nopk",
                "c1d_nopk_none",
                "c1e",
                "c1g",
                "c5_p1",
                "c5_p6",
                "c10_nobuf",
                "c10_buf",
                "c10_buf2",
                "random_fold",
                "random_fold_m")) {
            tables.put(topic, table(ORDER_ITEM, "order_id", "item_id"));
        }
        for (String topic : List.of(
                "c3_error",
                "c3_drop",
                "c3_coalesce",
                "c3_kafka",
                "c3_kafka_nonull",
                "c3_kafka_csv",
                "c4_order_item",
                "c6_csv",
                "c6_csv_tab",
                "c6_avro",
                "c7c_out",
                "c7i_out",
                "c7p_out",
                "c10_dbz_out",
                "c10_canal_out",
                "c11")) {
            tables.put(topic, table(AMOUNT, "order_id", "item_id"));
        }
        tables.put(
                "c1f_v2",
                keyed(
                        "k_",
                        ValueFields.EXCEPT_KEY,
                        "k_order_id STRING, k_item_id STRING, order_id STRING, item_id STRING, amount DECIMAL(18, 2), "
                                + "update_time TIMESTAMP(3)",
                        "k_order_id",
                        "k_item_id"));
        tables.put(
                "c1f_exceptkey_only",
                keyed("", ValueFields.EXCEPT_KEY, AMOUNT + ", update_time TIMESTAMP(3)", "order_id", "item_id"));
        tables.put("c11b", keyed("", ValueFields.EXCEPT_KEY, AMOUNT, "order_id", "item_id"));
        tables.put("c3_kafka_raw", table(AMOUNT, "order_id"));
        tables.put("c4_item_order", table(AMOUNT, "item_id", "order_id"));
        tables.put(
                "c4_decl_swapped",
                table("item_id STRING, amount DECIMAL(18, 2), order_id STRING", "order_id", "item_id"));
        tables.put("c6_raw1", table(AMOUNT, "order_id"));
        tables.put("c6_rawint", keyed("", ValueFields.EXCEPT_KEY, "id INT, v STRING", "id"));
        tables.put(
                "c6_csvnum", table("a DECIMAL(18, 2), b TIMESTAMP(3), c BOOLEAN, d DATE, v INT", "a", "b", "c", "d"));
        for (String topic : List.of("c8_a", "c8_e")) {
            tables.put(topic, table("order_id STRING, cnt BIGINT, total DECIMAL(38, 2)", "order_id"));
        }
        putTypes(tables);
        putClicks(tables);
        return tables;
    }

    private static void putTypes(Map<String, TableContract> tables) {
        tables.put("c2v_sql_default", table(ALL_TYPES, "id"));
        tables.put("c2v_ignorenull", table(ALL_TYPES, "id"));
        tables.put("c2v_iso", written(SQL, ISO, ALL_TYPES, "id"));
        tables.put("c2v_plain", written(SQL, PLAIN, ALL_TYPES, "id"));
        tables.put("c2nf", table("id INT, d DOUBLE, f FLOAT", "id"));
        tables.put("c2nfk", table("d DOUBLE, v INT", "d"));
        tables.put("c2d_bare", table("k INT, d DECIMAL(18, 2), ts TIMESTAMP(3)", "k"));
        putKey(tables, "STRING", SQL, "c2k_string");
        putKey(tables, "CHAR(5)", SQL, "c2k_char");
        putKey(tables, "INT", SQL, "c2k_int");
        putKey(tables, "BIGINT", SQL, "c2k_bigint");
        putKey(tables, "DECIMAL(18, 2)", SQL, "c2k_decimal");
        putKey(tables, "DECIMAL(18, 2)", PLAIN, "c2k_decimal_plain");
        putKey(tables, "DECIMAL(18, 0)", SQL, "c2k_decimal0");
        putKey(tables, "DECIMAL(18, 0)", PLAIN, "c2k_decimal0_plain");
        putKey(tables, "BOOLEAN", SQL, "c2k_boolean");
        putKey(tables, "DATE", SQL, "c2k_date");
        putKey(tables, "TIME(0)", SQL, "c2k_time");
        putKey(tables, "TIME(0)", ISO, "c2k_time_iso");
        putKey(tables, "TIMESTAMP(3)", SQL, "c2k_ts3");
        putKey(tables, "TIMESTAMP(3)", ISO, "c2k_ts3_iso");
        putKey(tables, "TIMESTAMP(6)", SQL, "c2k_ts6");
        putKey(tables, "TIMESTAMP(6)", ISO, "c2k_ts6_iso");
        putKey(tables, "TIMESTAMP_LTZ(3)", SQL, "c2k_ltz3");
        putKey(tables, "TIMESTAMP_LTZ(3)", ISO, "c2k_ltz3_iso");
        putKey(tables, "DOUBLE", SQL, "c2k_double");
        putKey(tables, "FLOAT", SQL, "c2k_float");
        putKey(tables, "BYTES", SQL, "c2k_bytes");
        putKey(tables, "ARRAY<INT>", SQL, "c2k_array");
        putKey(tables, "ARRAY<INT>", SQL, "c2k_array_nonull");
        putKey(tables, "MAP<STRING, INT>", SQL, "c2k_map");
        putKey(tables, "ROW<a INT, b STRING>", SQL, "c2k_row");
        putKey(tables, "ROW<a INT, b STRING>", SQL, "c2k_row_nonull");
    }

    private static void putKey(Map<String, TableContract> tables, String type, JsonOptions keyJson, String topic) {
        tables.put(topic, written(keyJson, SQL, "k " + type + ", v INT", "k"));
    }

    private static void putClicks(Map<String, TableContract> tables) {
        for (String sink : List.of("fixed", "round_robin", "default", "keyfields", "tumble_legacy")) {
            tables.put("sink_topic_" + sink, table(CLICKS, "user_id"));
        }
        tables.put("sink_topic_keycol", table("key STRING, " + CLICKS, "user_id"));
        String windows = "user_id STRING, window_end TIMESTAMP(3), clicks BIGINT, window_start TIMESTAMP(3)";
        tables.put("tumble_upsert", table(windows, "user_id", "window_end"));
        tables.put("tumble_upsert_iso", written(ISO, ISO, windows, "user_id", "window_end"));
        tables.put("clicks_total", table("user_id STRING, clicks BIGINT", "user_id"));
    }

    /** A table with Flink's defaults. */
    static TableContract table(String columns, String... key) {
        return contract("", ValueFields.ALL, SQL, SQL, columns, key);
    }

    private static TableContract written(JsonOptions keyJson, JsonOptions valueJson, String columns, String... key) {
        return contract("", ValueFields.ALL, keyJson, valueJson, columns, key);
    }

    private static TableContract keyed(String prefix, ValueFields fields, String columns, String... key) {
        return contract(prefix, fields, SQL, SQL, columns, key);
    }

    /** The columns of a table are written as the fields of a ROW are. Those of the key are NOT NULL, as Flink has it. */
    private static TableContract contract(
            String prefix,
            ValueFields fields,
            JsonOptions keyJson,
            JsonOptions valueJson,
            String columns,
            String... key) {
        List<Column> declared = SqlType.parse("ROW<" + columns + ">").parts().stream()
                .map(part -> new Column(part.name(), part.type(), !Set.of(key).contains(part.name()), false))
                .toList();
        return new TableContract(
                "t",
                "t",
                List.of(key),
                prefix,
                fields,
                keyJson,
                valueJson,
                declared,
                LenientOptions.NONE,
                TopicRequirements.KAFKA_DEFAULTS);
    }
}
