package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredRowCodecTest {

    private static final StoredRowCodec CODEC = new StoredRowCodec("t");
    private static final Optional<RowJson> JSON = Optional.of(new RowJson("{}".getBytes(UTF_8)));
    private static final RecordPosition POSITION = new RecordPosition("t", 3, 1842);
    private static final Optional<RowMark> MARK =
            Optional.of(new RowMark(new RecordPosition("t", 3, 1900), "not valid JSON at byte 2"));

    @Test
    void encode_row_isDrawnAsInTheComment() {
        byte[] bytes =
                CODEC.encode(new StoredRow(JSON, POSITION, Optional.of(Instant.ofEpochMilli(1)), Optional.empty()));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("01" + "01" + "0000000000000001" + "00000003" + "0000000000000732" + "7b7d");
    }

    @Test
    void encode_bytesBehindOthers_isAsOfTheRow() {
        for (StoredRow.Place place : StoredRow.Place.values()) {
            StoredRow row =
                    new StoredRow(JSON, POSITION, Optional.of(Instant.ofEpochMilli(7)), Optional.empty(), place);
            StoredRow timeless = new StoredRow(JSON, POSITION, Optional.empty(), Optional.empty(), place);

            assertThat(StoredRowCodec.encode("xyz{}".getBytes(UTF_8), 3, place, 7, 3, 1842))
                    .isEqualTo(CODEC.encode(row));
            assertThat(StoredRowCodec.encode("{}".getBytes(UTF_8), 0, place, StoredRowCodec.NO_TIMESTAMP, 3, 1842))
                    .isEqualTo(CODEC.encode(timeless));
        }
    }

    @Test
    void decode_whatWasEncoded_isTheSame() {
        for (StoredRow row : new StoredRow[] {
            new StoredRow(JSON, POSITION, Optional.of(Instant.ofEpochMilli(1_705_286_400_000L)), Optional.empty()),
            new StoredRow(JSON, POSITION, Optional.empty(), MARK),
            new StoredRow(Optional.empty(), POSITION, Optional.of(Instant.ofEpochMilli(1)), MARK),
            new StoredRow(JSON, POSITION, Optional.empty(), MARK).in(StoredRow.Place.FOREIGN)
        }) {
            assertThat(CODEC.decode(CODEC.encode(row))).isEqualTo(row);
        }
    }

    @Test
    void header_withoutDecoding_tellsThePlaceTheTimestampAndTheRecord() {
        byte[] row = CODEC.encode(
                new StoredRow(JSON, POSITION, Optional.of(Instant.ofEpochMilli(7)), MARK).in(StoredRow.Place.FOREIGN));
        byte[] mark = CODEC.encode(new StoredRow(Optional.empty(), POSITION, Optional.empty(), MARK));

        assertThat(StoredRowCodec.place(row)).isEqualTo(StoredRow.Place.FOREIGN);
        assertThat(StoredRowCodec.place(mark)).isEqualTo(StoredRow.Place.HOME);
        assertThat(StoredRowCodec.isRow(row)).isTrue();
        assertThat(StoredRowCodec.isRow(mark)).isFalse();
        assertThat(StoredRowCodec.timestampMs(row)).isEqualTo(7);
        assertThat(StoredRowCodec.timestampMs(mark)).isEqualTo(-1);
        assertThat(CODEC.position(row)).isEqualTo(POSITION);
    }

    @Test
    void withKey_ofAForeignRow_bearsAMarkThatSaysSo() {
        StoredRow home = new StoredRow(JSON, POSITION, Optional.empty(), Optional.empty());
        RowKey key = RowKey.of("A1001");

        assertThat(home.withKey(key).mark()).isEmpty();
        assertThat(home.in(StoredRow.Place.FOREIGN)
                        .withKey(key)
                        .mark()
                        .orElseThrow()
                        .reason())
                .startsWith("foreign: ");
        assertThat(new StoredRow(JSON, POSITION, Optional.empty(), MARK)
                        .in(StoredRow.Place.FOREIGN)
                        .withKey(key)
                        .mark())
                .as("a newer record that was not applied says more")
                .isEqualTo(MARK);
    }

    @Test
    void encode_reasonThatIsTooLong_isCutBetweenCharacters() {
        RowMark mark = new RowMark(POSITION, "x" + "列".repeat(500));

        StoredRow row = CODEC.decode(CODEC.encode(new StoredRow(JSON, POSITION, Optional.empty(), Optional.of(mark))));

        assertThat(row.mark().orElseThrow().reason()).isEqualTo("x" + "列".repeat(333));
        assertThat(row.json()).isEqualTo(JSON);
    }

    @Test
    void decode_anotherFormat_isRefused() {
        assertThatThrownBy(() -> CODEC.decode(new byte[] {9}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read a stored row of t: format 9 (expected: 1)");
    }
}
