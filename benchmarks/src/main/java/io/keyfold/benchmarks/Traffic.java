package io.keyfold.benchmarks;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Seeded records of {@code dwd_order_item}, as bytes that Flink writes. Record {@code i} is a function of the seed and
 * {@code i} alone, so that every process knows all of them without being told. Any thread may ask.
 *
 * <p>No two records have the same value: each has its own {@code update_time}.
 *
 * @param seed what everything is drawn from
 * @param keys how many primary keys there are
 * @param loaded how many records at the beginning write one key each, and delete none; at most {@code keys}
 * @param spread how the records after those fall on the keys
 * @param begin the {@code update_time} of the first record; each has one of a ms more than the one before
 */
public record Traffic(long seed, int keys, int loaded, Spread spread, LocalDateTime begin) implements Records {

    /** The table that all contenders build. */
    public static final TableContract CONTRACT = TableContracts.named("dwd_order_item");

    private static final KeyCodec KEYS = KeyCodec.of(CONTRACT);
    private static final ValueCodec VALUES = ValueCodec.of(CONTRACT);
    private static final List<String> STATUSES =
            List.of("CREATED", "PAID", "PICKED", "SHIPPED", "DELIVERED", "CANCELLED");
    private static final LocalDateTime BEGIN = LocalDateTime.of(2024, 1, 15, 10, 40);
    private static final double DELETED = 0.03;
    private static final double ON_HOT_KEYS = 0.8;
    private static final int HOT_KEYS = 1_000;
    static final int ITEMS_AN_ORDER = 4;
    private static final int USERS = 50_000;
    private static final int DRAWS_A_RECORD = 8;

    /** A prime: its multiples visit every key once before they repeat one. */
    private static final long STRIDE = 2_654_435_761L;

    /** How records fall on keys. */
    public enum Spread {
        /** Each key as likely as any other. */
        EVEN,
        /** 80 % of the records on 1,000 keys. */
        SKEWED
    }

    /** Refuses traffic without keys. */
    public Traffic {
        if (keys < 1 || loaded < 0 || loaded > keys) {
            throw new IllegalArgumentException(
                    "keys: " + keys + ", " + loaded + " loaded (expected: 1 or more, at most as many loaded)");
        }
    }

    /** Begins at a time that is as good as any. */
    public Traffic(long seed, int keys, int loaded, Spread spread) {
        this(seed, keys, loaded, spread, BEGIN);
    }

    /** {@return the number of the key that a record is for, 0 .. keys, exclusive} */
    public int key(long record) {
        if (record < loaded) {
            return scattered(record);
        }
        double place = unit(record, 0);
        if (spread == Spread.SKEWED && place < ON_HOT_KEYS) {
            return scattered((long) (place / ON_HOT_KEYS * Math.min(HOT_KEYS, keys)));
        }
        return (int) (unit(record, 1) * keys);
    }

    private int scattered(long number) {
        return scattered(number, keys);
    }

    /** {@return numbers that follow each other, scattered over so many; of as many, each once} */
    static int scattered(long number, int count) {
        return (int) (number * STRIDE % count);
    }

    @Override
    public boolean isDelete(long record) {
        return record >= loaded && unit(record, 2) < DELETED;
    }

    /** {@return a key by its number; four of them are the items of one order} */
    public RowKey rowKey(int key) {
        return RowKey.of(orderId(key), itemId(key));
    }

    /** {@return the Kafka key of a key by its number} */
    public byte[] keyBytes(int key) {
        return KEYS.routingKey(rowKey(key));
    }

    @Override
    public byte[] keyOf(long record) {
        return keyBytes(key(record));
    }

    @Override
    public byte[] value(long record) {
        return value(record, key(record));
    }

    /** {@return the Kafka value of a record, as if it were for this key} */
    public byte[] value(long record, int key) {
        Map<String, Object> row = new HashMap<>();
        row.put("order_id", orderId(key));
        row.put("item_id", itemId(key));
        row.put("user_id", "U" + digits((long) (unit(record, 3) * USERS), 8));
        row.put("sku_id", "SKU-" + digits(draw(record, 4) >>> 8, 17));
        row.put("quantity", 1 + (int) (unit(record, 5) * 9));
        row.put("amount", BigDecimal.valueOf((long) (unit(record, 6) * 1_000_000), 2));
        row.put("order_status", STATUSES.get((int) (unit(record, 7) * STATUSES.size())));
        row.put("update_time", updateTime(record));
        return VALUES.encode(row);
    }

    LocalDateTime updateTime(long record) {
        return begin.plus(record, ChronoUnit.MILLIS);
    }

    /** {@return the number of the record that wrote a value, by the time in it} */
    static long record(LocalDateTime updateTime) {
        return ChronoUnit.MILLIS.between(BEGIN, updateTime);
    }

    /** {@return the number of a key} */
    static int key(String orderId, String itemId) {
        return Integer.parseInt(orderId.substring(1)) * ITEMS_AN_ORDER + Integer.parseInt(itemId.substring(1)) - 1;
    }

    private static String orderId(int key) {
        return "A" + digits(key / ITEMS_AN_ORDER, 8);
    }

    private static String itemId(int key) {
        return "I" + digits(1 + key % ITEMS_AN_ORDER, 2);
    }

    static String digits(long number, int width) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    /** {@return one of the eight numbers that are drawn for a record, 0 .. 1, exclusive} */
    double unit(long record, int draw) {
        return (draw(record, draw) >>> 11) * 0x1.0p-53;
    }

    /** SplitMix64, of which any number can be asked for. */
    private long draw(long record, int draw) {
        long mixed = seed + (record * DRAWS_A_RECORD + draw + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
