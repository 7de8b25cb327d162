package io.keyfold.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.benchmarks.Traffic.Spread;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectedTest {

    private static final int RECORDS = 5_000;

    private final Traffic traffic = new Traffic(7, 5_000, 2_500, Spread.SKEWED);
    private final Expected expected = Expected.after(traffic, RECORDS);
    private final Map<Integer, byte[]> table = new HashMap<>();

    ExpectedTest() {
        for (long record = 0; record < RECORDS; record++) {
            if (traffic.isDelete(record)) {
                table.remove(traffic.key(record));
            } else {
                table.put(traffic.key(record), traffic.value(record));
            }
        }
    }

    @Test
    void verify_ofTheFold_passes() {
        assertThatCode(() -> expected.verify(rows())).doesNotThrowAnyException();
        assertThat(expected.deletes()).isBetween(1L, (long) RECORDS / 10);
    }

    @Test
    void verify_ofOneRowLess_fails() {
        table.remove(table.keySet().iterator().next());

        assertThatThrownBy(() -> expected.verify(rows()))
                .hasMessage("Wrong table: " + table.size() + " rows (expected: " + (table.size() + 1) + ")");
    }

    @Test
    void verify_ofOlderValues_fails() {
        table.replaceAll((key, value) -> traffic.value(0, key));

        assertThatThrownBy(() -> expected.verify(rows()))
                .hasMessageContaining("is not what the last record for it says");
    }

    private Expected.Rows rows() {
        return new Expected.Rows() {
            @Override
            public long count() {
                return table.size();
            }

            @Override
            public boolean holds(int key, Optional<byte[]> value) {
                byte[] held = table.get(key);
                return held == null ? value.isEmpty() : value.isPresent() && Arrays.equals(held, value.get());
            }
        };
    }
}
