package io.keyfold.codec;

import static io.keyfold.config.Grouping.column;
import static io.keyfold.config.Grouping.day;
import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Grouping.minute;
import static io.keyfold.config.Measure.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Grouping;
import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.TableContract;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rows are grouped by. */
class TotalGroupTest {

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final TableContract CONTRACT = TypedTable.of("TIMESTAMP(9)", "TIMESTAMP_LTZ(3)", "STRING");

    private static TotalCodec total(List<Grouping> groupBy) {
        return total(CONTRACT, groupBy);
    }

    private static TotalCodec total(TableContract contract, List<Grouping> groupBy) {
        return TotalCodec.of(contract, new TotalSettings("rows", count(), groupBy));
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return Arrays.copyOf(values, CONTRACT.columns().size());
    }

    private static List<@Nullable Object> groupValues(TotalCodec total, @Nullable Object... values) {
        return total.groupValues(total.group(row(values)));
    }

    @Test
    void group_isDrawnAsInTheComment() {
        TotalCodec total = total(groupBy(column("c2"), day("c0"), day("c1", SHANGHAI)));

        assertThat(HexFormat.of().formatHex(total.group(row(LocalDateTime.of(1970, 1, 2, 3, 4), null, "A"))))
                .isEqualTo("01" + "41" + "0001" + "01" + "8000000000000001" + "00");
    }

    @Test
    void group_ofAllRows_isOneOfNoBytes() {
        assertThat(total(List.of()).group(row())).isEmpty();
        assertThat(total(List.of()).groupValues(new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2024-01-15T10:30:00, 2024-01-15T10:30:00",
        "2024-01-15T10:30:59.999999999, 2024-01-15T10:30:00",
        "1969-12-31T23:59:59.000000001, 1969-12-31T23:59:00",
        "0001-01-01T00:00:00.5, 0001-01-01T00:00:00",
    })
    void minute_isCutDown(LocalDateTime time, LocalDateTime minute) {
        TotalCodec total = total(groupBy(minute("c0"), minute("c1")));

        assertThat(groupValues(total, time, time.toInstant(ZoneOffset.UTC)))
                .containsExactly(minute, minute.toInstant(ZoneOffset.UTC));
    }

    @Test
    void day_ofATimestamp_isTakenAsItStands() {
        TotalCodec total = total(groupBy(day("c0")));

        assertThat(groupValues(total, LocalDateTime.of(2024, 3, 31, 23, 59, 59, 999_999_999)))
                .containsExactly(LocalDate.of(2024, 3, 31));
        assertThat(groupValues(total, LocalDateTime.of(1969, 12, 31, 0, 0)))
                .containsExactly(LocalDate.of(1969, 12, 31));
    }

    /** The days on which clocks are put forward and back have 23 and 25 hours; Shanghai had summers until 1991. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2024-03-30T22:59:59.999Z, 2024-03-30",
        "Europe/Berlin, 2024-03-30T23:00:00Z, 2024-03-31",
        "Europe/Berlin, 2024-03-31T01:00:00Z, 2024-03-31",
        "Europe/Berlin, 2024-03-31T21:59:59.999Z, 2024-03-31",
        "Europe/Berlin, 2024-03-31T22:00:00Z, 2024-04-01",
        "Europe/Berlin, 2024-10-26T21:59:59.999Z, 2024-10-26",
        "Europe/Berlin, 2024-10-26T22:00:00Z, 2024-10-27",
        "Europe/Berlin, 2024-10-27T22:59:59.999Z, 2024-10-27",
        "Europe/Berlin, 2024-10-27T23:00:00Z, 2024-10-28",
        "Asia/Shanghai, 2024-01-15T15:59:59.999Z, 2024-01-15",
        "Asia/Shanghai, 2024-01-15T16:00:00Z, 2024-01-16",
        "Asia/Shanghai, 1969-12-31T15:59:59.999Z, 1969-12-31",
        "Asia/Shanghai, 1969-12-31T16:00:00Z, 1970-01-01",
        "Asia/Shanghai, 1988-07-01T15:00:00Z, 1988-07-02",
        "UTC, 2024-01-15T23:59:59.999Z, 2024-01-15",
    })
    void day_ofAnInstant_isTheZones(ZoneId zone, Instant time, LocalDate day) {
        assertThat(groupValues(total(groupBy(day("c1", zone))), null, time)).containsExactly(day);
    }

    @Test
    void day_ofTheLastInstant_mayLieBehindTheLastDate() {
        TotalCodec total = total(groupBy(day("c1", SHANGHAI)));
        byte[] group = total.group(row(null, Instant.parse("9999-12-31T23:00:00Z")));

        assertThat(total.groupValues(group)).containsExactly(LocalDate.of(10_000, 1, 1));
        assertThat(total.groupPrefix(total.groupValues(group))).isEqualTo(group);
    }

    @Test
    void groupValues_canNotBeChanged() {
        TotalCodec total = total(groupBy("c2"));
        List<@Nullable Object> values = total.groupValues(total.group(row()));

        assertThat(values).containsExactly((Object) null);
        assertThatThrownBy(() -> values.set(0, "A")).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Columns of every type, the minute and the day of those that have one. Replay with {@code -Dseed=…}. */
    @Test
    void group_ofRandomRows_comesBackAndSortsAsItsValues() {
        long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
        System.out.println("TotalGroupTest seed " + seed);
        Random random = new Random(seed);
        AnyValue any = new AnyValue(random);
        TableContract contract = TypedTable.of(TypedTable.TYPES.toArray(String[]::new));
        for (int round = 0; round < 200; round++) {
            List<Grouping> groupBy = groupings(random);
            TotalCodec total = total(contract, groupBy);
            byte[] one = total.group(any.row(contract));
            byte[] other = total.group(any.row(contract));
            List<@Nullable Object> values = total.groupValues(one);

            assertThat(total.groupPrefix(values))
                    .as("seed %s, %s", seed, groupBy)
                    .isEqualTo(one);
            byte[] prefix = total.groupPrefix(values.subList(0, random.nextInt(values.size() + 1)));
            assertThat(Arrays.copyOf(one, prefix.length))
                    .as("seed %s, %s", seed, groupBy)
                    .isEqualTo(prefix);
            assertThat(Integer.signum(Arrays.compareUnsigned(one, other)))
                    .as("seed %s, %s", seed, groupBy)
                    .isEqualTo(Integer.signum(compare(values, total.groupValues(other))));
        }
    }

    private static List<Grouping> groupings(Random random) {
        List<Grouping> all = new ArrayList<>();
        IntStream.range(0, TypedTable.TYPES.size()).forEach(i -> all.add(column("c" + i)));
        String timestamp = "c" + TypedTable.TYPES.indexOf("TIMESTAMP(9)");
        String instant = "c" + TypedTable.TYPES.indexOf("TIMESTAMP_LTZ(3)");
        all.addAll(List.of(minute(timestamp), minute(instant), day(timestamp), day(instant, SHANGHAI)));
        Collections.shuffle(all, random);
        return all.subList(0, random.nextInt(4));
    }

    private static int compare(List<@Nullable Object> one, List<@Nullable Object> other) {
        return IntStream.range(0, one.size())
                .map(i -> AnyValue.ORDER.compare(one.get(i), other.get(i)))
                .filter(order -> order != 0)
                .findFirst()
                .orElse(0);
    }

    @Test
    void groupPrefix_valueOfAnotherType_isRefusedByWhatIsGroupedBy() {
        TotalCodec total = total(groupBy(column("c2"), minute("c0"), day("c1", SHANGHAI)));
        LocalDateTime minute = LocalDateTime.of(2024, 1, 15, 10, 30);

        assertThatThrownBy(() -> total.groupPrefix(List.of(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c2: a Integer (expected: a String for STRING)");
        assertThatThrownBy(() -> total.groupPrefix(List.of("A", Instant.EPOCH)))
                .hasMessage("column minute(c0): a Instant (expected: a LocalDateTime for TIMESTAMP(9))");
        assertThatThrownBy(() -> total.groupPrefix(List.of("A", minute.plusNanos(1))))
                .hasMessage("minute(c0): a time within a minute (expected: a whole minute)");
        assertThatThrownBy(() -> total.groupPrefix(List.of("A", minute, Instant.EPOCH)))
                .hasMessage("column day(c1, Asia/Shanghai): a Instant (expected: a LocalDate for DATE)");
        assertThatThrownBy(() -> total.groupPrefix(List.of("A", minute, LocalDate.EPOCH, 1)))
                .hasMessage("total rows: 4 values (expected: those of c2, minute(c0), day(c1, Asia/Shanghai), or "
                        + "leading ones)");
    }

    @Test
    void fingerprint_tellsGroupingAndTypesAndTheZonesRules() {
        assertThat(total(groupBy(column("c2"), minute("c0"), day("c0"))).fingerprint())
                .isEqualTo("total format 1 count() by [c2 STRING, minute(c0) TIMESTAMP(9), day(c0) TIMESTAMP(9)]");
        assertThat(total(groupBy(day("c1", ZoneId.of("Europe/Berlin")))).fingerprint())
                .matches("total format 1 count\\(\\) by \\[day\\(c1, Europe/Berlin\\) TIMESTAMP_LTZ\\(3\\) rules "
                        + "[0-9a-f]+\\]");
    }

    @Test
    void fingerprint_ofZonesWithOtherRules_tellsThemApart() {
        String berlin = rules("Europe/Berlin");

        assertThat(rules("Europe/Berlin")).isEqualTo(berlin);
        assertThat(rules("Europe/Paris")).isNotEqualTo(berlin);
        assertThat(rules("+01:00")).isNotEqualTo(rules("+02:00"));
    }

    private static String rules(String zone) {
        return total(groupBy(day("c1", ZoneId.of(zone)))).fingerprint().replaceAll(".* rules ", "");
    }
}
