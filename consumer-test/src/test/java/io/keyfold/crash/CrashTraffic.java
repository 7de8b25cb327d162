package io.keyfold.crash;

import io.keyfold.crash.ExpectedState.Kind;
import io.keyfold.crash.ExpectedState.Written;
import io.keyfold.row.RecordPosition;
import io.keyfold.test.topic.UpsertTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The upstream job: transactions of one table each, mostly of the items; inserts, updates, deletes, values repeated,
 * values and keys that are bad. What it writes follows from its seed alone, however fast it may go. For one thread.
 */
final class CrashTraffic {

    private static final int MOST_A_TRANSACTION = 20;
    private static final String[] BAD_VALUES = {"{torn", "null", "", "7", "{\"order_id\":5}"};

    private final Random random;
    private final Map<String, UpsertTransaction> sinks;
    private final ExpectedState expected;
    private final TrafficGate gate;
    private final Map<String, Optional<String>> open = new HashMap<>();

    CrashTraffic(long seed, Map<String, UpsertTransaction> sinks, ExpectedState expected, TrafficGate gate) {
        this.random = new Random(seed);
        this.sinks = sinks;
        this.expected = expected;
        this.gate = gate;
    }

    /** Writes transactions, one after the other, until the gate is closed. */
    void run() {
        while (gate.awaitTransaction()) {
            transaction();
        }
    }

    private void transaction() {
        String table = random.nextInt(5) == 0 ? CrashTables.USERS : CrashTables.ITEMS;
        UpsertTransaction sink = sinks.get(table);
        if (sink == null) {
            throw new IllegalStateException("no sink of " + table);
        }
        List<Written> written = new ArrayList<>();
        open.clear();
        for (int left = 1 + random.nextInt(MOST_A_TRANSACTION); left > 0; left--) {
            gate.awaitRecord();
            write(table, sink, written);
            gate.acknowledged();
        }
        if (random.nextInt(7) == 0) {
            sink.rollBack();
        } else {
            sink.checkpoint();
            expected.commit(written);
        }
    }

    private void write(String table, UpsertTransaction sink, List<Written> written) {
        if (random.nextInt(50) == 0) {
            sink.rawText("{torn", "{}"); // touches no row: the key is bad
            return;
        }
        List<Object> key = CrashTables.key(table, random.nextInt(CrashTables.keys(table)));
        String text = RowText.key(key);
        int roll = random.nextInt(100);
        String fresh = value(table, key);
        Optional<String> before = open.containsKey(text) ? open.get(text) : expected.value(table, text);
        Kind kind = roll < 20 ? Kind.TOMBSTONE : roll < 28 ? Kind.BAD : Kind.GOOD;
        @Nullable
        String value = switch (kind) {
            case TOMBSTONE -> null;
            case BAD -> BAD_VALUES[random.nextInt(BAD_VALUES.length)];
            case GOOD -> roll < 40 ? before.orElse(fresh) : fresh;
        };
        RecordPosition position = sink.rawText(keyJson(table, key), value);
        if (kind != Kind.BAD) {
            open.put(text, Optional.ofNullable(value));
        }
        written.add(new Written(table, text, kind, value, position));
    }

    /** As Flink writes it. */
    private static String keyJson(String table, List<Object> key) {
        return table.equals(CrashTables.ITEMS)
                ? "{\"order_id\":\"" + key.get(0) + "\",\"item_id\":\"" + key.get(1) + "\"}"
                : "{\"user_id\":\"" + key.get(0) + "\"}";
    }

    private String value(String table, List<Object> key) {
        if (table.equals(CrashTables.USERS)) {
            return "{\"user_id\":\"" + key.get(0) + "\",\"level\":" + random.nextInt(10) + "}";
        }
        return "{\"order_id\":\"" + key.get(0) + "\",\"item_id\":\"" + key.get(1) + "\",\"user_id\":\"U"
                + random.nextInt(CrashTables.USER_COUNT) + "\",\"sku_id\":\"S" + random.nextInt(9) + "\",\"quantity\":"
                + (1 + random.nextInt(9)) + ",\"amount\":" + amount() + ",\"order_status\":" + status()
                + ",\"update_time\":\"2024-01-1" + random.nextInt(3) + " 10:4" + random.nextInt(10) + ":00\"}";
    }

    /** As Flink writes it: 100 is {@code 1E+2}. */
    private String amount() {
        int amount = random.nextInt(1_000);
        return amount < 100 ? "1E+2" : amount + ".5";
    }

    private String status() {
        int status = random.nextInt(5);
        return status == 0 ? "null" : "\"S" + status + "\"";
    }
}
