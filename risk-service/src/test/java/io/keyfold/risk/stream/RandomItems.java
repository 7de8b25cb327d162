package io.keyfold.risk.stream;

import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Changes of few items of few users, so that they meet: new ones, others' ones, deletes and items that come again. */
public record RandomItems(Random random, int orders, int users, int skus) {

    private static final long TOO_LATE = Duration.ofHours(30).toMinutes();
    private static final int ITEMS = 3;
    private static final String[] STATUSES = {"CREATED", "PAID", "DONE", "CANCELLED", "已退款"};

    static RandomItems few(Random random) {
        return new RandomItems(random, 40, 8, 6);
    }

    /** One change, of an item as it was at some minutes around now, a day ago, or without a time. */
    public void next(LocalDateTime now, Consumer<OrderItem> upsert, Consumer<ItemKey> delete) {
        ItemKey key = new ItemKey("A" + random.nextInt(orders), "I" + random.nextInt(ITEMS));
        if (random.nextInt(4) == 0) {
            delete.accept(key);
        } else {
            upsert.accept(item(key, now));
        }
    }

    private OrderItem item(ItemKey key, LocalDateTime now) {
        return new OrderItem(
                key.orderId(),
                key.itemId(),
                orNull("U" + random.nextInt(users)),
                orNull("S" + random.nextInt(skus)),
                orNull(1 + random.nextInt(9)),
                orNull(BigDecimal.valueOf(random.nextInt(100_000), 2)),
                orNull(STATUSES[random.nextInt(STATUSES.length)]),
                orNull(now.minusMinutes(random.nextInt(50) == 0 ? TOO_LATE : random.nextInt(100) - 5L)));
    }

    private <T> @Nullable T orNull(T value) {
        return random.nextInt(20) == 0 ? null : value;
    }
}
