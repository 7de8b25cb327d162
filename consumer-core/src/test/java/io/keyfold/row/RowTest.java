package io.keyfold.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowTest {

    private static final RecordPosition POSITION = new RecordPosition("t", 3, 1842);
    private static final Row<RowJson> ROW = new Row<>(
            RowKey.of("alice@example.com"),
            new RowJson("{\"card\":\"4711\"}".getBytes(UTF_8)),
            POSITION,
            Optional.empty(),
            Optional.of(new RowMark(new RecordPosition("t", 3, 1900), "not valid JSON at byte 2")));

    @Test
    void toString_ofRowKeyAndChange_saysWhereAndNothingOfTheContents() {
        RowChange<RowJson> change =
                new RowChange<>(RowKind.INSERT, ROW.key(), Optional.empty(), Optional.of(ROW), POSITION);

        assertThat(ROW).hasToString("Row[t-3@1842, marked: not valid JSON at byte 2]");
        assertThat(ROW.withValue("secret")).asString().doesNotContain("secret");
        assertThat(ROW.key()).hasToString("RowKey[1 values]");
        assertThat(ROW.value()).hasToString("RowJson[15 bytes]");
        assertThat(change).hasToString("INSERT t-3@1842");
    }
}
