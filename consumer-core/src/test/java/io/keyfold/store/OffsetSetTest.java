package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffsetSetTest {

    @Test
    void contains_inAnEmptySet_isFalse() {
        assertThat(new OffsetSet().contains(0)).isFalse();
    }

    @Test
    void contains_overManyBlocks_agreesWithASet() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        OffsetSet set = new OffsetSet();
        TreeSet<Long> expected = new TreeSet<>();
        long offset = random.nextInt(3);
        for (int i = 0; i < 20_000; i++) {
            set.add(offset);
            expected.add(offset);
            offset += 1 + (random.nextInt(10) == 0 ? random.nextLong(1L << random.nextInt(1, 40)) : random.nextInt(3));
        }

        for (long candidate : expected) {
            assertThat(set.contains(candidate))
                    .as("seed %d, %d", seed, candidate)
                    .isTrue();
            assertThat(set.contains(candidate + 1))
                    .as("seed %d, %d", seed, candidate + 1)
                    .isEqualTo(expected.contains(candidate + 1));
        }
        assertThat(set.contains(expected.first() - 1)).isFalse();
        assertThat(set.contains(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void add_ofWhatIsNotBehindTheLast_isRefused() {
        OffsetSet set = new OffsetSet();
        set.add(7);

        assertThatThrownBy(() -> set.add(7)).isInstanceOf(IllegalArgumentException.class);
    }

    /** At most 4 bytes an offset, however sparse the log is. */
    @ParameterizedTest
    @CsvSource({"1, 2", "100, 2", "10_000, 3", "1_000_000, 4"})
    void bytes_ofAMillionOffsets_areFew(String distance, int most) {
        OffsetSet set = new OffsetSet();
        long step = Long.parseLong(distance.replace("_", ""));
        for (long i = 0; i < 1_000_000; i++) {
            set.add(i * step);
        }

        assertThat(set.bytes()).isLessThanOrEqualTo(most * 1_000_000L);
    }
}
