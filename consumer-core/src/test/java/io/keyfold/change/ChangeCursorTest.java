package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.change.ChangeCursor.At;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeCursorTest {

    private static final String TEXT = "0@1843.9f8e7d6c.17,3@77.00000001.0,11@0.ffffffff.5";

    @Test
    void parse_whatToStringGave_isTheSame() {
        ChangeCursor cursor = ChangeCursor.parse(TEXT);

        assertThat(cursor).hasToString(TEXT);
        assertThat(cursor.at(0)).contains(new At(1843, 0x9f8e7d6c, 17));
        assertThat(cursor.at(11)).contains(new At(0, -1, 5));
        assertThat(cursor.at(1)).isEmpty();
        assertThat(ChangeCursor.parse(cursor.toString())).isEqualTo(cursor);
    }

    @Test
    void parse_now_isNow() {
        assertThat(ChangeCursor.parse("now")).isEqualTo(ChangeCursor.NOW).hasToString("now");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "0",
                "0@1",
                "0@1.9f8e7d6c",
                "0@1.9f8e7d6c.",
                "0@1.9f8e7d6.2",
                "0@1.9F8E7D6C.2",
                "-1@1.9f8e7d6c.2",
                "0@-1.9f8e7d6c.2",
                "0@1.9f8e7d6c.2,",
                "0@1.9f8e7d6c.2;1@1.9f8e7d6c.2",
                "1@1.9f8e7d6c.2,0@1.9f8e7d6c.2",
                "1@1.9f8e7d6c.2,1@1.9f8e7d6c.2",
                "0@99999999999999999999.9f8e7d6c.2",
                "٣@1.9f8e7d6c.2",
                "NOW"
            })
    void parse_otherForm_isRefused(String text) {
        assertThatThrownBy(() -> ChangeCursor.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(
                        "cursor: .* \\(expected: partition@position\\.log\\.sequence, more behind commas by "
                                + "partition, or now\\)");
    }

    @Test
    void parse_longNonsense_isNotRepeatedWhole() {
        assertThatThrownBy(() -> ChangeCursor.parse("x".repeat(5_000)))
                .hasMessageStartingWith("cursor: xxx")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void after_aChange_movesItsPartitionAlone() {
        ChangeCursor cursor = ChangeCursor.parse("0@10.00000001.4,1@5.00000002.0");

        assertThat(cursor.after(Changes.insert(0, 12, "A"))).hasToString("0@13.00000001.5,1@5.00000002.0");
        assertThat(cursor.without(0)).hasToString("1@5.00000002.0");
        assertThat(cursor.with(2, new At(1, 2, 3))).hasToString("0@10.00000001.4,1@5.00000002.0,2@1.00000002.3");
    }

    /** A row that an audit sweeps has the position of a record before. */
    @Test
    void after_aChangeThatNoRecordDid_doesNotGoBack() {
        ChangeCursor cursor = ChangeCursor.parse("0@20.00000001.4");

        assertThat(cursor.after(Changes.insert(0, 12, "A"))).hasToString("0@20.00000001.5");
    }
}
