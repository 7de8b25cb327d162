package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.row.RecordPosition;
import io.keyfold.test.topic.UpsertTopic;
import java.util.HexFormat;

/** The records of UC-35, in partition 0. */
final class BadBytes {

    static final int RECORDS = 5;

    private BadBytes() {}

    /** Good, torn, torn for a row that never was, a key that is no text, good again; returns the last. */
    static RecordPosition write(UpsertTopic topic) {
        String good = "{\"order_id\":\"%s\",\"item_id\":\"%s\",\"user_id\":\"U7\",\"sku_id\":\"S9\",\"quantity\":1,"
                + "\"amount\":10.00,\"order_status\":\"PAID\",\"update_time\":\"2024-01-15 10:40:00.000\"}";
        byte[] a1001 = key("A1001", "I02");
        topic.rawAt(0, 1705286400000L, a1001, good.formatted("A1001", "I02").getBytes(UTF_8));
        topic.rawAt(0, 1705286401000L, a1001, "{torn".getBytes(UTF_8));
        topic.rawAt(0, 1705286402000L, key("A1002", "I02"), "{torn".getBytes(UTF_8));
        topic.rawAt(
                0,
                1705286403000L,
                HexFormat.of().parseHex("ff00"),
                good.formatted("A1001", "I02").getBytes(UTF_8));
        return topic.rawAt(
                0,
                1705286404000L,
                key("C3001", "I07"),
                good.formatted("C3001", "I07").getBytes(UTF_8));
    }

    static byte[] key(String order, String item) {
        return ("{\"order_id\":\"" + order + "\",\"item_id\":\"" + item + "\"}").getBytes(UTF_8);
    }
}
