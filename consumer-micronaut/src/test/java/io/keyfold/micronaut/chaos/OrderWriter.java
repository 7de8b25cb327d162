package io.keyfold.micronaut.chaos;

import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import io.keyfold.test.topic.UpsertWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Writes orders in small transactions, of which some are aborted, and notes what it writes. */
final class OrderWriter implements Runnable {

    /** Keys that change all the time. */
    static final int MOVING = 150;

    /** Keys that are written once, first of all, for one user. */
    static final int STILL = 30;

    static final String STILL_USER = "still";

    private static final int USERS = 5;
    private static final int MOST_RECORDS = 6;
    private static final double DELETED = 0.25;
    private static final double ABORTED = 0.2;
    /** No more than so many transactions a second: each costs the broker some writes. */
    private static final long PACE_NANOS = Duration.ofMillis(40).toNanos();

    private final UpsertTopic topic;
    private final TableContract contract;
    private final History history;
    private final Random random;
    private int next = 1;
    private volatile boolean ended;

    OrderWriter(UpsertTopic topic, TableContract contract, History history, long seed) {
        this.topic = topic;
        this.contract = contract;
        this.history = history;
        this.random = new Random(seed);
    }

    static String moving(int i) {
        return "M" + (1_000 + i);
    }

    static String still(int i) {
        return "S" + (1_000 + i);
    }

    /** The keys that stay as they are, and a first version of all others. */
    void load() {
        for (int i = 0; i < STILL; i++) {
            write(topic, still(i), STILL_USER).ends(History.Fate.COMMITTED);
        }
        for (int i = 0; i < MOVING; i++) {
            write(topic, moving(i), "U" + random.nextInt(USERS)).ends(History.Fate.COMMITTED);
        }
    }

    private History.Written write(UpsertWriter out, String key, @Nullable String user) {
        if (user == null) {
            return history.add(key, out.tombstone(key, "I01"), null);
        }
        int quantity = next++;
        Map<String, Object> row = new HashMap<>();
        row.put("order_id", key);
        row.put("item_id", "I01");
        row.put("user_id", user);
        row.put("quantity", quantity);
        RecordPosition position = out.upsert(row);
        return history.add(key, position, quantity);
    }

    void end() {
        ended = true;
    }

    @Override
    public void run() {
        UpsertTransaction transaction = topic.begin("orders-writer-" + contract.topic());
        try {
            while (!ended) {
                List<History.Written> written = new ArrayList<>();
                int records = 1 + random.nextInt(MOST_RECORDS);
                for (int i = 0; i < records; i++) {
                    String key = moving(random.nextInt(MOVING));
                    written.add(write(
                            transaction, key, random.nextDouble() < DELETED ? null : "U" + random.nextInt(USERS)));
                }
                if (random.nextDouble() < ABORTED) {
                    written.forEach(record -> record.ends(History.Fate.ABORTED));
                    transaction.rollBack();
                } else {
                    transaction.checkpoint();
                    written.forEach(record -> record.ends(History.Fate.COMMITTED));
                }
                LockSupport.parkNanos(PACE_NANOS);
            }
            transaction.commit();
        } finally {
            transaction.close();
        }
    }
}
