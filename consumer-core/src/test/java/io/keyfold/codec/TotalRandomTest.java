package io.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.Measure;
import io.keyfold.config.TotalSettings;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of every type that come and go. A run's seed is printed; {@code -Dseed=…} gives its decisions again. */
class TotalRandomTest {

    private static final int STEPS = 150;

    private static final long SEED =
            Long.getLong("seed", ThreadLocalRandom.current().nextLong());

    private Random random = new Random();

    @BeforeAll
    static void printSeed() {
        System.out.println("TotalRandomTest seed " + SEED);
    }

    @BeforeEach
    void startRandom(TestInfo test) {
        random = new Random(SEED + test.getDisplayName().hashCode());
    }

    static Stream<Arguments> measures() {
        return TypedTable.TYPES.stream()
                .flatMap(type -> Stream.of(
                                Measure.count(),
                                Measure.sum("c0"),
                                Measure.min("c0"),
                                Measure.max("c0"),
                                Measure.top(3, "c0"))
                        .filter(measure -> !(measure instanceof Measure.Sum) || isSummed(type))
                        .map(measure -> Arguments.of(measure, type)));
    }

    private static boolean isSummed(String type) {
        return type.endsWith("INT") || type.startsWith("DECIMAL");
    }

    private static TotalCodec total(TableContract contract, Measure measure) {
        return TotalCodec.of(contract, new TotalSettings("t", measure, List.of()));
    }

    private static GroupTotal recomputed(TotalCodec total, List<@Nullable Object[]> rows) {
        GroupTotal sum = GroupTotal.NOTHING;
        for (@Nullable Object[] row : rows) {
            sum = total.plus(sum, row);
        }
        return sum;
    }

    /** What the store does when the row of the extreme goes. */
    private static byte @Nullable [] extreme(TotalCodec total, List<@Nullable Object[]> rows) {
        Stream<byte[]> forms = rows.stream().map(total::measured).filter(Objects::nonNull);
        return (total.takesGreatest() ? forms.max(Arrays::compareUnsigned) : forms.min(Arrays::compareUnsigned))
                .orElse(null);
    }

    private static Optional<Object> naive(Measure measure, List<@Nullable Object[]> rows) {
        if (measure instanceof Measure.Count) {
            return Optional.of((long) rows.size());
        }
        List<Object> values = new ArrayList<>();
        rows.stream().map(row -> row[0]).filter(Objects::nonNull).forEach(values::add);
        if (values.isEmpty() || measure instanceof Measure.Top) {
            return Optional.empty();
        }
        if (measure instanceof Measure.Sum) {
            return Optional.of(values.stream()
                    .map(value -> new BigDecimal(value.toString()))
                    .reduce(BigDecimal::add)
                    .orElseThrow());
        }
        values.sort(AnyValue.ORDER);
        return Optional.of(values.get(measure instanceof Measure.Min ? 0 : values.size() - 1));
    }

    @ParameterizedTest
    @MethodSource("measures")
    void total_ofRowsThatComeAndGo_equalsARecomputation(Measure measure, String type) {
        TableContract contract = TypedTable.of(type);
        TotalCodec total = total(contract, measure);
        AnyValue any = new AnyValue(random);
        List<@Nullable Object[]> rows = new ArrayList<>();
        GroupTotal kept = GroupTotal.NOTHING;

        for (int step = 0; step < STEPS; step++) {
            if (rows.isEmpty() || random.nextInt(5) < 3) {
                @Nullable Object[] row = any.row(contract);
                rows.add(row);
                kept = total.plus(kept, row);
            } else {
                kept = total.minus(kept, rows.remove(random.nextInt(rows.size())));
                kept = total.isExtreme() ? kept.withExtreme(extreme(total, rows)) : kept;
            }
            kept = total.decode(total.encode(kept));
            Collections.shuffle(rows, random);
            assertThat(kept).as("seed %s, step %s", SEED, step).isEqualTo(recomputed(total, rows));
            assertThat(total.value(kept)).as("seed %s, step %s", SEED, step).isEqualTo(naive(measure, rows));
        }
    }

    @ParameterizedTest
    @MethodSource("measures")
    void merge_ofPartitions_equalsTheWhole(Measure measure, String type) {
        TableContract contract = TypedTable.of(type);
        TotalCodec total = total(contract, measure);
        AnyValue any = new AnyValue(random);
        for (int round = 0; round < 20; round++) {
            List<@Nullable Object[]> rows = new ArrayList<>();
            List<GroupTotal> partitions = new ArrayList<>(Collections.nCopies(3, GroupTotal.NOTHING));
            for (int i = random.nextInt(8); i > 0; i--) {
                @Nullable Object[] row = any.row(contract);
                rows.add(row);
                int partition = random.nextInt(3);
                partitions.set(partition, total.plus(partitions.get(partition), row));
            }
            Collections.shuffle(partitions, random);

            GroupTotal merged = partitions.stream().reduce(GroupTotal.NOTHING, total::merge);

            assertThat(merged).as("seed %s, round %s", SEED, round).isEqualTo(recomputed(total, rows));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void measured_endsByItselfAndComesBack(String type) {
        TableContract contract = TypedTable.of(type);
        TotalCodec total = total(contract, Measure.max("c0"));
        AnyValue any = new AnyValue(random);
        for (int round = 0; round < 100; round++) {
            @Nullable Object[] row = any.row(contract);
            row[0] = any.of(SqlType.parse(type));
            byte[] measured = Objects.requireNonNull(total.measured(row));
            int from = random.nextInt(5);
            byte[] within = new byte[from + measured.length + random.nextInt(5)];
            random.nextBytes(within);
            System.arraycopy(measured, 0, within, from, measured.length);

            assertThat(total.measuredLength(within, from)).as("seed %s", SEED).isEqualTo(measured.length);
            assertThat(total.measuredValue(measured)).as("seed %s", SEED).isEqualTo(row[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void measured_ofNull_isNone(String type) {
        TotalCodec total = total(TypedTable.of(type), Measure.max("c0"));

        assertThat(total.measured(new @Nullable Object[3])).isNull();
    }

    static Stream<String> types() {
        return TypedTable.TYPES.stream();
    }
}
