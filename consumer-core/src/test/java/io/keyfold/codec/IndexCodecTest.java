package io.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.IndexSettings;
import io.keyfold.schemas.TableContract;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndexCodecTest {

    private static final TableContract CONTRACT = TypedTable.of("STRING", "INT", "TIMESTAMP(3)", "CHAR(3)");
    private static final byte[] KEY = {0x6B, 0, 1};

    private static IndexCodec index(String... columns) {
        return IndexCodec.of(CONTRACT, new IndexSettings("by_user", List.of(columns)));
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return Arrays.copyOf(values, CONTRACT.columns().size());
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void entry_isDrawnAsInTheComment() {
        assertThat(hex(index("c0", "c1").entry(row("U\0", -2), KEY)))
                .isEqualTo("01" + "55" + "00ff" + "0001" + "01" + "7ffffffe" + "6b0001");
        assertThat(hex(index("c1", "c0").entry(row(null, null), KEY))).isEqualTo("00" + "00" + "6b0001");
    }

    @Test
    void entry_ofANotNullColumn_hasTheTagToo() {
        @Nullable Object[] row = row();
        row[CONTRACT.columns().size() - 1] = "A";

        assertThat(hex(index("k0").entry(row, KEY))).isEqualTo("01" + "41" + "0001" + "6b0001");
    }

    @Test
    void prefix_ofNothing_beginsAll() {
        assertThat(index("c0").prefix(List.of())).isEmpty();
    }

    @Test
    void prefix_ofNull_isOfTheRowsWithoutAValue() {
        assertThat(hex(index("c0", "c1").prefix(Arrays.asList(null, 1)))).isEqualTo("00" + "01" + "80000001");
    }

    @Test
    void prefix_ofAChar_isPaddedAsItsRowsAre() {
        assertThat(index("c3").prefix(List.of("a"))).isEqualTo(index("c3").prefix(List.of("a  ")));
    }

    @Test
    void prefix_valueThatDoesNotFit_isRefusedByColumn() {
        assertThatThrownBy(() -> index("c0", "c1").prefix(List.of("U", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c1: a String (expected: a Integer for INT)");
        assertThatThrownBy(() -> index("c2").prefix(List.of(LocalDateTime.of(2024, 1, 15, 10, 30, 0, 1))))
                .hasMessage("column c2 not representable as TIMESTAMP(3): more digits of a second than declared");
        assertThatThrownBy(() -> index("c3").prefix(List.of("abcd")))
                .hasMessage("column c3 not representable as CHAR(3): a text of 4 characters");
    }

    @Test
    void prefix_moreValuesThanColumns_isRefusedWithTheColumns() {
        assertThatThrownBy(() -> index("c0", "c1").prefix(List.of("U", 1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("index by_user: 3 values (expected: those of c0, c1, or leading ones)");
    }

    @Test
    void textPrefix_ofTheEmptyText_isOfAllRowsWithAValue() {
        assertThat(hex(index("c0").textPrefix(List.of(), ""))).isEqualTo("01");
    }

    @Test
    void textPrefix_ofAChar_isNotPadded() {
        assertThat(hex(index("c3").textPrefix(List.of(), "a "))).isEqualTo("01" + "6120");
    }

    @Test
    void textPrefix_nextColumnThatIsNoText_isRefused() {
        assertThatThrownBy(() -> index("c0", "c1").textPrefix(List.of("U"), "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("index by_user: a beginning of c1, which is INT (expected: a STRING, VARCHAR or CHAR)");
        assertThatThrownBy(() -> index("c0").textPrefix(Collections.singletonList(null), "1"))
                .hasMessage("index by_user: 1 values before a beginning (expected: fewer, of c0)");
    }

    @Test
    void textPrefix_halfACharacter_isRefused() {
        assertThatThrownBy(() -> index("c0").textPrefix(List.of(), "\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c0 not representable as STRING: half of a surrogate pair");
    }

    @Test
    void parse_text_isReadAsTheColumnsType() {
        assertThat(index("c1", "c2", "c0").parse(List.of("-7", "2024-01-15T10:30:00")))
                .containsExactly(-7, LocalDateTime.of(2024, 1, 15, 10, 30));
        assertThatThrownBy(() -> index("c1").parse(List.of("seven")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c1 not representable as INT: a text that is no integer");
        assertThatThrownBy(() -> index("c1").parse(List.of()))
                .hasMessage("index by_user: 0 values (expected: those of c1, or leading ones)");
    }

    @Test
    void fingerprint_tellsColumnsAndTypesAndTheKey() {
        assertThat(index("c0", "c2").fingerprint())
                .isEqualTo("index format 1 [c0 STRING, c2 TIMESTAMP(3)] key [k0 STRING, k1 BIGINT]");
    }

    @Test
    void fingerprint_ofAnotherNameAndAnotherNullability_isTheSame() {
        String nullable = IndexCodec.of(CONTRACT, new IndexSettings("other", List.of("c0")))
                .fingerprint();

        assertThat(nullable).isEqualTo(index("c0").fingerprint());
        assertThat(index("k0").fingerprint()).startsWith("index format 1 [k0 STRING] ");
    }
}
