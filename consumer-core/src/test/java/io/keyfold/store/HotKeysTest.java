package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RecordPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Streams are made from a seed that is printed; {@code -Dseed=…} gives them again. */
class HotKeysTest {

    private static final int KEYS = 20_000;
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PERIOD = Duration.ofMillis(HotKeys.PERIOD_MS);

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private Instant now = BEGINNING;
    private final HotKeys hotKeys = new HotKeys(() -> now);
    private long offset;

    HotKeysTest() {
        System.out.println("HotKeysTest seed " + seed);
    }

    private static byte[] key(int number) {
        return ("A" + number).getBytes(UTF_8);
    }

    private static RecordPosition at(long offset) {
        return new RecordPosition("orders", 0, offset);
    }

    /** Until so many were sampled; {@return how many of them were of key 0} */
    private int write(int sampled, IntUnaryOperator keyOfNth) {
        int zeros = 0;
        int left = sampled;
        while (left > 0) {
            boolean isSampled = HotKeys.isSampled(0, offset);
            int key = keyOfNth.applyAsInt(sampled - left);
            hotKeys.note(key(key), at(offset++));
            if (isSampled) {
                left--;
                zeros += key == 0 ? 1 : 0;
            }
        }
        return zeros;
    }

    private int uniform() {
        return 1 + random.nextInt(KEYS);
    }

    /** Few keys have most of the records: key 0 has 7 %, the next 4 %. */
    private int zipf() {
        return (int) Math.exp(random.nextDouble() * Math.log(KEYS + 1)) - 1;
    }

    private int zeroOf(int percent) {
        return random.nextInt(100) < percent ? 0 : uniform();
    }

    @Test
    void all_zipfianStream_findsTheHottestFirst() {
        int zeros = write(20_000, n -> zipf());

        assertThat(hotKeys.all()).isNotEmpty();
        HotKeys.HotKey first = hotKeys.all().get(0);
        assertThat(first.storageKey()).isEqualTo(key(0));
        assertThat(first.sampled()).isEqualTo(20_000);
        assertThat(first.records()).isLessThanOrEqualTo(zeros).isGreaterThan(zeros - 20_000 / 100);
        assertThat(first.since()).isEqualTo(BEGINNING);
        assertThat(first.last().offset()).isLessThan(offset);
        assertThat(hotKeys.all())
                .allSatisfy(hot ->
                        assertThat(hot.records() * 100).isGreaterThanOrEqualTo(hot.sampled() * HotKeys.HOT_PERCENT));
    }

    @Test
    void all_uniformStream_findsNone() {
        write(20_000, n -> uniform());

        assertThat(hotKeys.all()).isEmpty();
    }

    /** Of so few keys that none is lost to the sketch: 50 of 1000 are the least. */
    @Test
    void all_share_isHotFromFivePercentOn() {
        write(999, n -> n < 50 ? 0 : n % 100 + 1);
        assertThat(hotKeys.all()).as("too few to tell").isEmpty();

        write(1, n -> 0);
        assertThat(hotKeys.all())
                .singleElement()
                .satisfies(hot -> assertThat(hot.records()).isEqualTo(51));
    }

    @Test
    void all_shareBelowFivePercent_isNone() {
        write(1_000, n -> n < 950 ? n % 100 + 1 : 0);
        assertThat(hotKeys.all())
                .singleElement()
                .satisfies(hot -> assertThat(hot.records()).isEqualTo(50));

        write(1, n -> 1);
        assertThat(hotKeys.all()).as("50 of 1001").isEmpty();
    }

    @Test
    void all_keyThatCooledDown_clearsByTheSecondHour() {
        write(2_000, n -> zeroOf(50));
        assertThat(hotKeys.all()).hasSize(1);

        now = now.plus(PERIOD);
        write(2_000, n -> uniform());
        assertThat(hotKeys.all()).as("a quarter of both hours").hasSize(1);

        now = now.plus(PERIOD);
        write(2_000, n -> uniform());
        assertThat(hotKeys.all()).isEmpty();
    }

    /** Each hour goes by itself: that another one cooled down costs a key nothing. */
    @Test
    void all_keyOfTheLastHour_outlivesTheOneBefore() {
        write(1_000, n -> 0);
        now = now.plus(PERIOD);
        write(1_000, n -> 1);

        now = now.plus(PERIOD);

        assertThat(hotKeys.all()).singleElement().satisfies(hot -> {
            assertThat(hot.storageKey()).isEqualTo(key(1));
            assertThat(hot.sampled()).isEqualTo(1_000);
            assertThat(hot.since()).isEqualTo(BEGINNING.plus(PERIOD));
        });
    }

    @Test
    void all_topicThatFellSilent_clearsWithTime() {
        write(2_000, n -> zeroOf(50));

        now = now.plus(PERIOD.multipliedBy(2)).minusMillis(1);
        assertThat(hotKeys.all()).hasSize(1);

        now = now.plusMillis(1);
        assertThat(hotKeys.all()).isEmpty();
    }

    @Test
    void all_afterAnHour_countsBothAndSaysSinceWhen() {
        write(600, n -> 0);
        now = now.plus(PERIOD);

        write(600, n -> 0);

        assertThat(hotKeys.all()).singleElement().satisfies(hot -> {
            assertThat(hot.records()).isEqualTo(1_200);
            assertThat(hot.since()).isEqualTo(BEGINNING);
        });
    }

    @Test
    void begin_topicMadeAnew_forgets() {
        hotKeys.begin("one");
        write(2_000, n -> 0);

        hotKeys.begin("one");
        assertThat(hotKeys.all()).hasSize(1);

        hotKeys.begin("another");
        assertThat(hotKeys.all()).isEmpty();
    }

    @Test
    void isSampled_anyRhythm_takesOneInSixteen() {
        for (int step : new int[] {1, 2, 16, 17, 1_024}) {
            int sampled = 0;
            for (int i = 0; i < 160_000; i++) {
                sampled += HotKeys.isSampled(3, (long) i * step) ? 1 : 0;
            }
            assertThat(sampled).as("each %d th", step).isBetween(9_500, 10_500);
        }
    }

    @Test
    void isSampled_otherPartition_takesOthers() {
        Set<Long> one = new HashSet<>();
        Set<Long> other = new HashSet<>();
        for (long i = 0; i < 1_000; i++) {
            if (HotKeys.isSampled(0, i)) {
                one.add(i);
            }
            if (HotKeys.isSampled(1, i)) {
                other.add(i);
            }
        }

        assertThat(one).isNotEqualTo(other);
    }

    /** A twentieth each; with one key more, each has less. */
    @Test
    void all_asManyKeysAsCanBeHotAtOnce_areAllFound() {
        for (int phase = 0; phase < 20; phase++) {
            int key = phase;
            write(1_000, n -> key);
        }
        assertThat(hotKeys.all()).hasSize(20);

        write(1_000, n -> 20);
        assertThat(hotKeys.all()).isEmpty();
    }
}
