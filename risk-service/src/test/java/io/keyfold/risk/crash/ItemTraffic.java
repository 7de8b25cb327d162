package io.keyfold.risk.crash;

import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.RandomItems;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import io.keyfold.test.topic.UpsertWriter;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** The upstream job: transactions of which some are rolled back. One thread writes; any may ask how much is committed. */
final class ItemTraffic implements AutoCloseable {

    private static final int MOST_A_TRANSACTION = 20;

    private final RandomItems items;
    private final Random random;
    private final UpsertTopic topic;
    private final UpsertTransaction transaction;
    private final AtomicLong committed = new AtomicLong();

    ItemTraffic(String bootstrapServers, TableContract contract, RandomItems items) {
        this.items = items;
        this.random = items.random();
        this.topic = UpsertTopic.open(bootstrapServers, contract);
        this.transaction = topic.begin();
    }

    /** A large item of each of these users, that nobody touches ever after. */
    void writeSteady(int users) {
        for (int user = 0; user < users; user++) {
            OrderItem large = new OrderItem(
                    "STEADY-" + user,
                    "I0",
                    "U" + user,
                    "S-STEADY",
                    1,
                    new BigDecimal("50000.00"),
                    "PAID",
                    LocalDateTime.now(ZoneOffset.UTC).minusDays(2).truncatedTo(ChronoUnit.SECONDS));
            upsert(transaction, large);
        }
        transaction.checkpoint();
        committed.addAndGet(users);
    }

    /** Writes until that many changes are committed, those before among them. */
    void writeUntil(long changes) {
        while (committed.get() < changes) {
            int written = 1 + random.nextInt(MOST_A_TRANSACTION);
            for (int i = 0; i < written; i++) {
                items.next(
                        LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS),
                        item -> upsert(transaction, item),
                        key -> transaction.tombstone(key.orderId(), key.itemId()));
            }
            if (random.nextInt(7) == 0) {
                transaction.rollBack();
            } else {
                transaction.checkpoint();
                committed.addAndGet(written);
            }
        }
    }

    private static void upsert(UpsertWriter out, OrderItem item) {
        out.upsert(
                item.orderId(),
                item.itemId(),
                item.userId(),
                item.skuId(),
                item.quantity(),
                item.amount(),
                item.orderStatus(),
                item.updateTime());
    }

    long committed() {
        return committed.get();
    }

    @Override
    public void close() {
        transaction.close();
        topic.close();
    }
}
