package io.keyfold.risk.rule;

import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.Past;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What rules are asked about. */
final class Given {

    private static final ItemKey KEY = new ItemKey("A1001", "I01");

    private Given() {}

    static Item item(@Nullable String amount, @Nullable Integer quantity, Past past) {
        return new Item(KEY, "SKU-9", quantity, amount == null ? null : new BigDecimal(amount), "PAID", null, past);
    }

    static Past amounts(String... amounts) {
        Past past = Past.NONE;
        for (String amount : amounts) {
            past = past.with(new BigDecimal(amount), null, null);
        }
        return past;
    }

    static Past quantities(int... quantities) {
        Past past = Past.NONE;
        for (int quantity : quantities) {
            past = past.with(null, quantity, null);
        }
        return past;
    }

    static Item changedAt(long... minutes) {
        Past past = Past.NONE;
        for (long minute : minutes) {
            past = past.changedAt(minute);
        }
        return item("1.00", 1, past);
    }

    static Exposure exposure(long items, long cancelled, String openAmount, @Nullable String largest, long skus) {
        return new Exposure(
                items,
                cancelled,
                new BigDecimal(openAmount),
                Optional.ofNullable(largest).map(BigDecimal::new),
                skus);
    }
}
