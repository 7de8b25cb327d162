package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContracts;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeReplyTest {

    private static final KeyCodec KEYS = KeyCodec.of(TableContracts.named("dwd_order_item"));
    private static final String TOPIC = "dwd_order_item";
    private static final RowKey KEY = RowKey.of("A/1 中", "");
    private static final ChangeQuestion QUESTION = new ChangeQuestion(
            TOPIC,
            7,
            50,
            List.of(
                    new ChangeQuestion.Item(3, new At(5, -2, 9)),
                    new ChangeQuestion.Item(0, null),
                    new ChangeQuestion.Item(4, null)));

    private static Row<RowJson> row(long offset, Optional<Instant> at, Optional<RowMark> mark) {
        return new Row<>(KEY, new RowJson(new byte[] {'{', '}'}), new RecordPosition(TOPIC, 3, offset), at, mark);
    }

    private static ChangeReply reply() {
        Optional<Row<RowJson>> before = Optional.of(row(6, Optional.empty(), Optional.empty()));
        Optional<Row<RowJson>> after = Optional.of(row(
                8,
                Optional.of(Instant.parse("2024-01-15T10:30:00.123Z")),
                Optional.of(new RowMark(new RecordPosition(TOPIC, 3, 9), "not JSON"))));
        List<RowChange<RowJson>> changes = List.of(
                new RowChange<>(
                        RowKind.UPDATE, KEY, before, after, new RecordPosition(TOPIC, 3, 8), RowChange.Cause.RECORD),
                new RowChange<>(
                        RowKind.DELETE,
                        KEY,
                        after,
                        Optional.empty(),
                        new RecordPosition(TOPIC, 3, 9),
                        RowChange.Cause.SWEPT));
        return new ChangeReply(
                Optional.empty(),
                List.of(
                        Optional.of(new Slice(changes, new At(10, -2, 11), Optional.empty(), true)),
                        Optional.of(new Slice(List.of(), new At(4, 1, 0), Optional.of(Cause.TOO_OLD), false)),
                        Optional.empty()));
    }

    @Test
    void read_whatWasWritten_isTheSame() {
        byte[] bytes = reply().toBytes(KEYS);

        assertThat(ChangeReply.read(bytes, QUESTION, KEYS, TOPIC)).isEqualTo(reply());
        assertThat(ChangeQuestion.read(QUESTION.toBytes())).isEqualTo(QUESTION);
        assertThat(ChangeDesk.isAsked(QUESTION.toBytes())).isTrue();
    }

    @Test
    void read_refusal_saysWhy() {
        byte[] bytes = ChangeReply.refused("keeps none").toBytes(KEYS);

        assertThat(ChangeReply.read(bytes, QUESTION, KEYS, TOPIC).refused()).contains("keeps none");
    }

    /** Wherever it is cut off, or goes on. */
    @Test
    void read_brokenBytes_areRefused() {
        byte[] good = reply().toBytes(KEYS);

        for (int i = 0; i < good.length; i++) {
            byte[] cut = Arrays.copyOf(good, i);
            assertThatThrownBy(() -> ChangeReply.read(cut, QUESTION, KEYS, TOPIC))
                    .as("cut at %d", i)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] more = Arrays.copyOf(good, good.length + 1);
        assertThatThrownBy(() -> ChangeReply.read(more, QUESTION, KEYS, TOPIC)).hasMessage("message: 1 bytes too many");
    }

    @Test
    void answer_otherTables_areRefusedInWords() {
        ChangeDesk desk = new ChangeDesk();

        ChangeReply reply = ChangeReply.read(desk.answer(QUESTION.toBytes()), QUESTION, KEYS, TOPIC);

        assertThat(reply.refused())
                .contains("the instance that is said to have the partition has no table dwd_order_item");
    }
}
