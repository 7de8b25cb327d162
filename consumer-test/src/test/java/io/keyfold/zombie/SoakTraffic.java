package io.keyfold.zombie;

import io.keyfold.TestThreads;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import io.keyfold.test.topic.UpsertWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Random traffic of few keys, on a thread of its own: rows that come, change, are repeated and go, values that are bad, in
 * transactions of which some are aborted, and outside of them. What it writes follows from its seed alone.
 */
final class SoakTraffic implements AutoCloseable {

    private static final int KEYS = 120;
    private static final int MOST_A_TRANSACTION = 12;

    private final UpsertTopic topic;
    private final Random random;
    /** By order; what is committed. */
    private final Map<String, String> rows = new TreeMap<>();

    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "soak-traffic");
    private long written;
    private volatile boolean ended;

    private SoakTraffic(UpsertTopic topic, long seed) {
        this.topic = topic;
        this.random = new Random(seed);
    }

    static SoakTraffic begin(UpsertTopic topic, long seed) {
        SoakTraffic traffic = new SoakTraffic(topic, seed);
        traffic.thread.start();
        return traffic;
    }

    private void run() {
        try (UpsertTransaction transaction = topic.begin()) {
            while (!ended) {
                if (random.nextBoolean()) {
                    write(topic, rows);
                    continue;
                }
                Map<String, String> then = new HashMap<>(rows);
                for (int left = 1 + random.nextInt(MOST_A_TRANSACTION); left > 0; left--) {
                    write(transaction, then);
                }
                if (random.nextInt(4) == 0) {
                    transaction.rollBack();
                } else {
                    transaction.checkpoint();
                    rows.clear();
                    rows.putAll(then);
                }
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void write(UpsertWriter writer, Map<String, String> then) {
        int number = random.nextInt(KEYS);
        String order = "S" + number;
        String key = "{\"order_id\":\"" + order + "\",\"item_id\":\"I1\"}";
        int roll = random.nextInt(100);
        written++;
        if (roll < 25) {
            writer.rawText(key, null);
            then.remove(order);
        } else if (roll < 32) {
            writer.rawText(key, "{torn");
        } else {
            String fresh = "{\"order_id\":\"" + order + "\",\"item_id\":\"I1\",\"user_id\":\"U" + random.nextInt(5)
                    + "\",\"quantity\":" + random.nextInt(100) + "}";
            String value = roll < 45 ? then.getOrDefault(order, fresh) : fresh;
            writer.rawText(key, value);
            then.put(order, value);
        }
    }

    /** Ends it; {@return the rows that there must be then, by order} */
    Map<String, String> end() {
        close();
        Optional.ofNullable(failure.get()).ifPresent(e -> {
            throw e;
        });
        return rows;
    }

    /** How many records it wrote; once it has ended. */
    long written() {
        return written;
    }

    @Override
    public void close() {
        ended = true;
        TestThreads.join(thread);
    }
}
