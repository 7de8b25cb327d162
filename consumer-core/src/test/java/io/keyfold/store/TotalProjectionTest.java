package io.keyfold.store;

import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.max;
import static io.keyfold.config.Measure.min;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Measure;
import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How the next extreme is sought: what was removed lies in the way, and must not be walked over again and again. */
class TotalProjectionTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final int QUANTITY =
            CONTRACT.columns().stream().map(column -> column.name()).toList().indexOf("quantity");
    private static final int CHANGES = 100;

    private final WalkedFamily family = new WalkedFamily();

    private static TotalProjection total(Measure measure) {
        return TotalProjection.of(CONTRACT, new TotalSettings("t", measure, groupBy("order_status")));
    }

    private static @Nullable Object[] row(int quantity) {
        @Nullable Object[] row = new @Nullable Object[CONTRACT.columns().size()];
        row[QUANTITY] = quantity;
        return row;
    }

    private static byte[] key(int number) {
        return new byte[] {(byte) number};
    }

    private @Nullable Object value(TotalProjection total) {
        byte[] record = family.get(TotalProjection.record(total.codec().group(row(0))));
        return record == null
                ? null
                : total.codec().value(total.codec().decode(record)).orElse(null);
    }

    @Test
    void follow_greatestThatGrows_seeksNothing() {
        TotalProjection total = total(max("quantity"));
        total.follow(key(0), null, row(-1), family);
        total.follow(key(1), null, row(0), family);

        for (int change = 1; change <= CHANGES; change++) {
            total.follow(key(1), row(change - 1), row(change), family);
        }

        assertThat(family.walked).as("entries walked over").isZero();
        assertThat(value(total)).isEqualTo(CHANGES);
    }

    @Test
    void follow_leastThatGoesAgainAndAgain_walksOverNoneTwice() {
        TotalProjection total = total(min("quantity"));
        for (int number = 0; number <= CHANGES; number++) {
            total.follow(key(number), null, row(number), family);
        }

        for (int number = 0; number < CHANGES; number++) {
            total.follow(key(number), row(number), null, family);
        }

        assertThat(family.walked).as("entries walked over").isLessThanOrEqualTo(2L * CHANGES);
        assertThat(value(total)).isEqualTo(CHANGES);
    }

    /** Removed keys stay as tombstones, as they do in an overlay and on disk until a compaction. */
    private static final class WalkedFamily implements ProjectionFamily {

        private final NavigableMap<byte[], List<byte[]>> entries = new TreeMap<>(Arrays::compareUnsigned);
        private long walked;

        @Override
        public byte @Nullable [] get(byte[] key) {
            List<byte[]> value = entries.getOrDefault(key, List.of());
            return value.isEmpty() ? null : value.get(0);
        }

        @Override
        public void put(byte[] key, byte[] value) {
            entries.put(key, List.of(value));
        }

        @Override
        public void enter(byte[] key) {
            put(key, new byte[0]);
        }

        @Override
        public void remove(byte[] key) {
            entries.put(key, new ArrayList<>());
        }

        @Override
        public byte @Nullable [] first(KeyRange range) {
            NavigableMap<byte[], List<byte[]>> part = entries.subMap(range.from(), true, range.to(), false);
            boolean forward = range.direction() == KeyRange.Direction.FORWARD;
            for (Map.Entry<byte[], List<byte[]>> entry : (forward ? part : part.descendingMap()).entrySet()) {
                walked++;
                if (!entry.getValue().isEmpty()) {
                    return entry.getKey();
                }
            }
            return null;
        }
    }
}
