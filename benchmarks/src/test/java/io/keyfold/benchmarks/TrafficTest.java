package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.benchmarks.Traffic.Spread;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.ValueCodec;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficTest {

    private static final int KEYS = 100_000;

    private final Traffic even = new Traffic(42, KEYS, KEYS, Spread.EVEN);
    private final Traffic skewed = new Traffic(42, KEYS, 0, Spread.SKEWED);

    @Test
    void loaded_ofAllKeys_writesEachOnceAndDeletesNone() {
        assertThat(IntStream.range(0, KEYS).map(even::key).distinct().count()).isEqualTo(KEYS);
        assertThat(IntStream.range(0, KEYS).filter(even::isDelete)).isEmpty();
    }

    @Test
    void records_afterThose_areThreePercentDeletes() {
        assertThat(IntStream.range(KEYS, 2 * KEYS).filter(even::isDelete).count())
                .isBetween(2_800L, 3_200L);
    }

    @Test
    void skewed_hasFourFifthsOfTheRecordsOnAThousandKeys() {
        int[] records = new int[KEYS];
        IntStream.range(0, KEYS).forEach(record -> records[skewed.key(record)]++);

        int onHottest = IntStream.of(records).sorted().skip(KEYS - 1_000).sum();

        assertThat(onHottest).isBetween(79_000, 82_000);
    }

    @Test
    void value_ofARecord_isGoodAndAboutTwoHundredBytes() {
        byte[] value = even.value(17);

        assertThat(ValueCodec.of(Traffic.CONTRACT).decode(even.rowKey(even.key(17)), value))
                .isInstanceOf(DecodedValue.Upsert.class);
        assertThat(value).hasSizeBetween(180, 220);
        assertThat(new String(even.value(18), UTF_8)).isNotEqualTo(new String(value, UTF_8));
    }
}
