package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RecordPosition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLetterLineTest {

    private static final RecordPosition POSITION = new RecordPosition("orders.v1", 3, 1842);
    private static final BadRecord AT_A_PLACE = new BadRecord(BadRecord.Reason.NOT_JSON, "not valid JSON at byte 2", 2);
    private static final BadRecord AT_NO_PLACE = BadRecord.of(BadRecord.Reason.NULL_KEY, "the record has no key");

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }

    private static String line(
            Optional<Instant> timestamp,
            BadRecord why,
            @Nullable String key,
            @Nullable String value,
            List<DeadLetterLine.Header> headers) {
        return new String(
                new DeadLetterLine(
                                "dwd_order_item",
                                POSITION,
                                timestamp,
                                "value",
                                why,
                                false,
                                bytes(key),
                                bytes(value),
                                headers)
                        .encode(),
                UTF_8);
    }

    @Test
    void encode_allThere_isOneObjectInThisOrderAndALineEnd() {
        List<DeadLetterLine.Header> headers = List.of(
                new DeadLetterLine.Header("trace", bytes("abc")), new DeadLetterLine.Header("trace", bytes("")));

        assertThat(line(Optional.of(Instant.ofEpochMilli(1705286400123L)), AT_A_PLACE, "{}", "{torn", headers))
                .isEqualTo("{\"table\":\"dwd_order_item\",\"topic\":\"orders.v1\",\"partition\":3,\"offset\":1842,"
                        + "\"timestamp\":1705286400123,\"part\":\"value\",\"reason\":\"not-json\","
                        + "\"detail\":\"not valid JSON at byte 2\",\"at_byte\":2,\"repeat\":false,\"key\":\"e30=\","
                        + "\"value\":\"e3Rvcm4=\",\"headers\":[[\"trace\",\"YWJj\"],[\"trace\",\"\"]]}\n");
    }

    @Test
    void encode_whatTheRecordHasNot_isNull() {
        List<DeadLetterLine.Header> headers = List.of(new DeadLetterLine.Header("trace", null));

        assertThat(line(Optional.empty(), AT_NO_PLACE, null, null, headers))
                .contains("\"timestamp\":null,", "\"at_byte\":null,", "\"key\":null,\"value\":null,")
                .endsWith("\"headers\":[[\"trace\",null]]}\n");
    }

    @Test
    void encode_emptyKeyAndValue_areNoNulls() {
        assertThat(line(Optional.empty(), AT_NO_PLACE, "", "", List.of()))
                .endsWith("\"key\":\"\",\"value\":\"\",\"headers\":[]}\n");
    }

    @Test
    void encode_ofARestore_saysThatItMayRepeat() {
        DeadLetterLine line =
                new DeadLetterLine("t", POSITION, Optional.empty(), "key", AT_NO_PLACE, true, null, null, List.of());

        assertThat(new String(line.encode(), UTF_8)).contains("\"part\":\"key\"", "\"repeat\":true");
    }

    /** Whatever lies in the record, a letter is one line. */
    @Test
    void encode_lineEndsEverywhere_isOneLine() {
        List<DeadLetterLine.Header> headers = List.of(new DeadLetterLine.Header("a\nb\u2028中文", bytes("\n")));

        String line = line(Optional.empty(), AT_A_PLACE, "\r\n", "\n\n".repeat(100), headers);

        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        assertThat(line).contains("a\\nb", "中文");
    }
}
