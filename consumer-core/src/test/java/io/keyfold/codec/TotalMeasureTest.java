package io.keyfold.codec;

import static io.keyfold.config.Measure.count;
import static io.keyfold.config.Measure.max;
import static io.keyfold.config.Measure.min;
import static io.keyfold.config.Measure.sum;
import static io.keyfold.config.Measure.top;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.Measure;
import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a total tells of its groups. */
class TotalMeasureTest {

    private static final TableContract CONTRACT =
            TypedTable.of("BIGINT", "DECIMAL(38, 0)", "DECIMAL(18, 2)", "STRING", "TINYINT");

    private static TotalCodec total(Measure measure) {
        return TotalCodec.of(CONTRACT, new TotalSettings("t", measure, List.of()));
    }

    private static @Nullable Object[] row(int column, @Nullable Object value) {
        @Nullable Object[] row = new @Nullable Object[CONTRACT.columns().size()];
        row[column] = value;
        return row;
    }

    private static GroupTotal of(TotalCodec total, int column, @Nullable Object... values) {
        GroupTotal sum = GroupTotal.NOTHING;
        for (Object value : values) {
            sum = total.plus(sum, row(column, value));
        }
        return sum;
    }

    @Test
    void sum_beyondTheRangeOfItsColumn_isExact() {
        TotalCodec integers = total(sum("c0"));
        TotalCodec decimals = total(sum("c1"));
        BigDecimal most = new BigDecimal("9".repeat(38));

        assertThat(integers.value(of(integers, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE)))
                .contains(new BigDecimal("27670116110564327421"));
        assertThat(integers.value(of(integers, 0, Long.MIN_VALUE, Long.MIN_VALUE)))
                .contains(new BigDecimal("-18446744073709551616"));
        assertThat(decimals.value(of(decimals, 1, most, most, most)))
                .contains(new BigDecimal("2" + "9".repeat(37) + "7"));
    }

    @Test
    void sum_hasItsColumnsScale() {
        TotalCodec cents = total(sum("c2"));
        TotalCodec bytes = total(sum("c4"));

        assertThat(cents.value(of(cents, 2, new BigDecimal("0.10"), new BigDecimal("99.90"))))
                .contains(new BigDecimal("100.00"));
        assertThat(bytes.value(of(bytes, 4, (byte) 127, (byte) 127))).contains(new BigDecimal("254"));
    }

    /** As in SQL: nulls are not measured, and of nothing there is no sum. */
    @Test
    void value_ofNullsAlone_isNone() {
        for (Measure measure : List.of(sum("c0"), min("c0"), max("c0"))) {
            TotalCodec total = total(measure);

            assertThat(total.value(of(total, 0, null, null))).as("%s", measure).isEmpty();
            assertThat(total.value(of(total, 0, null, 0L))).as("%s", measure).isNotEmpty();
        }
        assertThat(total(count()).value(of(total(count()), 0, null, null))).contains(2L);
        assertThat(total(top(3, "c0")).value(of(total(top(3, "c0")), 0, 7L))).isEmpty();
    }

    @Test
    void minAndMax_areValuesOfTheColumn() {
        assertThat(total(min("c0")).value(of(total(min("c0")), 0, 3L, -5L, null)))
                .contains(-5L);
        assertThat(total(max("c3")).value(of(total(max("c3")), 3, "", "\uD83D\uDE00", "\uFFFD")))
                .as("in the order of code points")
                .contains("\uD83D\uDE00");
    }

    @Test
    void minus_theExtremesRow_leavesTheExtremeToTheStore() {
        TotalCodec total = total(max("c0"));

        GroupTotal left = total.minus(of(total, 0, 3L, 5L), row(0, 5L));

        assertThat(total.value(left)).contains(5L);
        assertThat(left.withExtreme(total.measured(row(0, 3L)))).isEqualTo(of(total, 0, 3L));
    }

    @Test
    void minus_theLastRow_isNothing() {
        for (Measure measure : List.of(count(), sum("c0"), min("c0"), max("c0"), top(1, "c0"))) {
            TotalCodec total = total(measure);

            assertThat(total.minus(of(total, 0, 7L), row(0, 7L)).withExtreme(null))
                    .as("%s", measure)
                    .isEqualTo(GroupTotal.NOTHING);
        }
    }

    @Test
    void compare_isByValue_thoseWithoutOneFirst() {
        TotalCodec sums = total(sum("c0"));
        TotalCodec mins = total(min("c0"));
        TotalCodec counts = total(count());

        assertThat(sums.compare(of(sums, 0, -1L), of(sums, 0, 1L))).isNegative();
        assertThat(sums.compare(of(sums, 0, null, null), of(sums, 0, -1L))).isNegative();
        assertThat(sums.compare(of(sums, 0, 2L, null), of(sums, 0, 1L, 1L))).isZero();
        assertThat(sums.compare(GroupTotal.NOTHING, of(sums, 0, (Object) null))).isZero();
        assertThat(mins.compare(of(mins, 0, 1L), of(mins, 0, -1L))).isPositive();
        assertThat(mins.compare(of(mins, 0, (Object) null), of(mins, 0, Long.MIN_VALUE)))
                .isNegative();
        assertThat(counts.compare(of(counts, 0, null, null), of(counts, 0, 9L))).isPositive();
        assertThat(total(top(1, "c0")).compare(of(sums, 0, 1L), of(sums, 0, 2L)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"COUNT, false, false, false, 0", "SUM, false, false, false, 0", "MIN, true, true, false, 0"})
    void questions_ofUnorderedAndMin(String name, boolean ordered, boolean extreme, boolean greatest, int rows) {
        TotalCodec total = total(
                switch (name) {
                    case "COUNT" -> count();
                    case "SUM" -> sum("c0");
                    default -> min("c0");
                });

        assertThat(total.isOrdered()).isEqualTo(ordered);
        assertThat(total.isExtreme()).isEqualTo(extreme);
        assertThat(total.takesGreatest()).isEqualTo(greatest);
        assertThat(total.topRows()).isEqualTo(rows);
    }

    @Test
    void questions_ofMaxAndTop() {
        TotalCodec max = total(max("c0"));
        TotalCodec top = total(top(10, "c0"));

        assertThat(max.isOrdered() && max.isExtreme() && max.takesGreatest()).isTrue();
        assertThat(max.topRows()).isZero();
        assertThat(top.isOrdered() && top.takesGreatest()).isTrue();
        assertThat(top.isExtreme()).isFalse();
        assertThat(top.topRows()).isEqualTo(10);
    }

    @Test
    void measured_ofAnUnorderedTotal_isRefused() {
        assertThatThrownBy(() -> total(sum("c0")).measured(row(0, 1L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("measure: sum (expected: min, max or top, which are ordered)");
        assertThatThrownBy(() -> total(count()).measuredLength(new byte[0], 0))
                .hasMessage("measure: count (expected: min, max or top, which are ordered)");
    }

    @Test
    void encode_isDrawnAsInTheComment() {
        byte[] extreme = {5, 6};

        assertThat(HexFormat.of()
                        .formatHex(total(count()).encode(new GroupTotal(3, 2, BigInteger.valueOf(-256), extreme))))
                .isEqualTo("01" + "0000000000000003" + "0000000000000002" + "00000002" + "ff00" + "0506");
        assertThat(total(count()).encode(GroupTotal.NOTHING)).hasSize(21);
    }

    @Test
    void decode_anotherFormat_isRefused() {
        assertThatThrownBy(() -> total(count()).decode(new byte[] {9}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read a group of total t: format 9 (expected: 1)");
    }

    @Test
    void groupTotals_areEqualByContents() {
        GroupTotal one = new GroupTotal(1, 1, BigInteger.TWO, new byte[] {1});
        GroupTotal same = new GroupTotal(1, 1, BigInteger.TWO, new byte[] {1});

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).hasToString("GroupTotal[1 rows, 1 values]");
        assertThat(one.withExtreme(null)).isNotEqualTo(one);
        assertThat(Optional.ofNullable(one.withExtreme(null).extreme())).isEmpty();
    }

    @Test
    void fingerprint_tellsMeasureAndTypeAndTheKeyOfOrderedEntries() {
        assertThat(total(sum("c2")).fingerprint()).isEqualTo("total format 1 sum(c2 DECIMAL(18, 2)) by []");
        assertThat(total(min("c3")).fingerprint())
                .isEqualTo("total format 1 min(c3 STRING) by [] key [k0 STRING, k1 BIGINT]");
        assertThat(Arrays.asList(max("c3"), top(1, "c3"), sum("c0"), count()))
                .extracting(measure -> total(measure).fingerprint())
                .doesNotHaveDuplicates();
    }

    @Test
    void fingerprint_ofMoreRowsOfTop_isTheSame() {
        assertThat(total(top(10, "c0")).fingerprint())
                .isEqualTo(total(top(20, "c0")).fingerprint());
    }
}
