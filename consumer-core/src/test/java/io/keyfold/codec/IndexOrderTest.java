package io.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.IndexSettings;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random rows of every type. A run's seed is printed; {@code -Dseed=…} gives its rows again. */
class IndexOrderTest {

    private static final int ROWS = 80;

    private static final long SEED =
            Long.getLong("seed", ThreadLocalRandom.current().nextLong());

    private Random random = new Random();

    /** A row beside its entry. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(List<@Nullable Object> row, byte[] storageKey, byte[] bytes) {}

    @BeforeAll
    static void printSeed() {
        System.out.println("IndexOrderTest seed " + SEED);
    }

    @BeforeEach
    void startRandom(TestInfo test) {
        random = new Random(SEED + test.getDisplayName().hashCode());
    }

    static Stream<String> types() {
        return TypedTable.TYPES.stream();
    }

    private List<Entry> entries(TableContract contract, IndexCodec index, int columns) {
        AnyValue any = new AnyValue(random);
        KeyCodec keys = KeyCodec.of(contract);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            @Nullable Object[] row = any.row(contract);
            byte[] key = keys.storageKey(RowKey.of(any.text(2), (long) i));
            entries.add(new Entry(Arrays.asList(row).subList(0, columns), key, index.entry(row, key)));
        }
        return entries;
    }

    private static IndexCodec index(TableContract contract, int columns) {
        return IndexCodec.of(contract, new IndexSettings("i", TypedTable.columns(columns)));
    }

    private TableContract ofSeveralTypes(int columns) {
        return TypedTable.of(IntStream.range(0, columns)
                .mapToObj(i -> TypedTable.TYPES.get(random.nextInt(TypedTable.TYPES.size())))
                .toArray(String[]::new));
    }

    private static Comparator<Entry> byRow(int columns) {
        Comparator<Entry> order = Comparator.comparing(entry -> 0);
        for (int i = 0; i < columns; i++) {
            int column = i;
            order = order.thenComparing(entry -> entry.row().get(column), AnyValue.ORDER);
        }
        return order.thenComparing(Entry::storageKey, Arrays::compareUnsigned);
    }

    private void assertOrder(TableContract contract, int columns) {
        List<Entry> entries = entries(contract, index(contract, columns), columns);

        List<Entry> byBytes = new ArrayList<>(entries);
        byBytes.sort(Comparator.comparing(Entry::bytes, Arrays::compareUnsigned));

        entries.sort(byRow(columns));
        assertThat(byBytes).as("seed %s, %s", SEED, contract.columns()).containsExactlyElementsOf(entries);
    }

    @ParameterizedTest
    @MethodSource("types")
    void entry_ofOneColumn_sortsAsItsValueThenItsKey(String type) {
        assertOrder(TypedTable.of(type), 1);
    }

    @RepeatedTest(20)
    void entry_ofSeveralColumns_sortsColumnByColumn() {
        assertOrder(ofSeveralTypes(3), 3);
    }

    @RepeatedTest(20)
    void storageKey_ofAnEntry_isItsRows() {
        TableContract contract = ofSeveralTypes(3);
        IndexCodec index = index(contract, 3);

        for (Entry entry : entries(contract, index, 3)) {
            assertThat(index.storageKey(entry.bytes())).as("seed %s", SEED).isEqualTo(entry.storageKey());
        }
    }

    private static List<Entry> beginningWith(byte[] prefix, List<Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.bytes().length >= prefix.length
                        && Arrays.equals(entry.bytes(), 0, prefix.length, prefix, 0, prefix.length))
                .toList();
    }

    @RepeatedTest(20)
    void prefix_ofLeadingValues_findsWhatAFilterFinds() {
        TableContract contract = ofSeveralTypes(2);
        IndexCodec index = index(contract, 2);
        List<Entry> entries = entries(contract, index, 2);

        for (Entry sample : entries) {
            List<@Nullable Object> leading = sample.row().subList(0, random.nextInt(3));
            assertThat(beginningWith(index.prefix(leading), entries))
                    .as("seed %s, %s", SEED, contract.columns())
                    .containsExactlyElementsOf(entries.stream()
                            .filter(entry ->
                                    entry.row().subList(0, leading.size()).equals(leading))
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void prefix_ofAValueThatNoRowHas_findsNothingElse(String type) {
        TableContract contract = TypedTable.of(type);
        IndexCodec index = index(contract, 1);
        List<Entry> entries = entries(contract, index, 1);
        AnyValue any = new AnyValue(random);

        for (int i = 0; i < ROWS; i++) {
            List<Object> leading = List.of(any.of(SqlType.parse(type)));
            assertThat(beginningWith(index.prefix(leading), entries))
                    .as("seed %s", SEED)
                    .allMatch(entry -> leading.equals(entry.row()));
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textPrefix_findsWhatAFilterFinds(String type) {
        TableContract contract = TypedTable.of("INT", type);
        IndexCodec index = index(contract, 2);
        List<Entry> entries = entries(contract, index, 2);
        AnyValue any = new AnyValue(random);

        for (Entry sample : entries) {
            List<@Nullable Object> leading =
                    Collections.singletonList(sample.row().get(0));
            String beginning = any.text(2);
            assertThat(beginningWith(index.textPrefix(leading, beginning), entries))
                    .as(
                            "seed %s, a beginning of %s code points",
                            SEED, beginning.codePoints().count())
                    .containsExactlyElementsOf(entries.stream()
                            .filter(entry -> entry.row().subList(0, 1).equals(leading))
                            .filter(entry -> entry.row().get(1) instanceof String text && text.startsWith(beginning))
                            .toList());
        }
    }

    static Stream<String> texts() {
        return Stream.of("STRING", "CHAR(4)", "VARCHAR(6)");
    }
}
