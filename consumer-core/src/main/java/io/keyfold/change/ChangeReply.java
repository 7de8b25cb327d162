package io.keyfold.change;

import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.row.RowMark;
import io.keyfold.store.PeerInput;
import io.keyfold.store.PeerOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one instance answers another: a slice for each item of a {@link ChangeQuestion}, in their order.
 *
 * <pre>
 * u8 version | flag refused | if refused: text why
 *   else: i32 n | n slices
 * slice:   flag here | if here: at | u8 cause of a reset, 255 for none | flag hasMore | i32 m | m changes
 * change:  u8 kind | u8 cause | bytes storage key | i64 offset | flag before | row | flag after | row
 * row:     bytes value | i64 offset | instant | flag mark | i64 offset, text reason, if there is one
 * </pre>
 *
 * @param refused why nothing is answered at all; empty if it is
 * @param slices what is here of each partition; empty where it is not here
 */
record ChangeReply(Optional<String> refused, List<Optional<Slice>> slices) {

    private static final int NO_RESET = 255;
    private static final List<RowKind> KINDS = List.of(RowKind.values());
    private static final List<Cause> CAUSES = List.of(Cause.values());
    private static final List<ChangePage.Cause> CAUSES_OF_RESET = List.of(ChangePage.Cause.values());

    ChangeReply {
        slices = List.copyOf(slices);
    }

    static ChangeReply refused(String why) {
        return new ChangeReply(Optional.of(why), List.of());
    }

    /** The bytes that stand for a refusal. */
    byte[] toBytes() {
        return new PeerOutput()
                .u8(ChangeQuestion.VERSION)
                .flag(true)
                .text(refused.orElseThrow())
                .toBytes();
    }

    /** The bytes that stand for it. */
    byte[] toBytes(KeyCodec keys) {
        if (refused.isPresent()) {
            return toBytes();
        }
        PeerOutput out = new PeerOutput().u8(ChangeQuestion.VERSION).flag(false).i32(slices.size());
        for (Optional<Slice> slice : slices) {
            out.flag(slice.isPresent());
            slice.ifPresent(here -> write(here, keys, out));
        }
        return out.toBytes();
    }

    private static void write(Slice slice, KeyCodec keys, PeerOutput out) {
        ChangeQuestion.write(slice.next(), out);
        out.u8(slice.reset().map(CAUSES_OF_RESET::indexOf).orElse(NO_RESET)).flag(slice.hasMore());
        out.i32(slice.changes().size());
        for (RowChange<RowJson> change : slice.changes()) {
            out.u8(KINDS.indexOf(change.kind()))
                    .u8(CAUSES.indexOf(change.cause()))
                    .bytes(keys.storageKey(change.key()))
                    .i64(change.position().offset());
            write(change.before(), out);
            write(change.after(), out);
        }
    }

    private static void write(Optional<Row<RowJson>> row, PeerOutput out) {
        out.flag(row.isPresent());
        row.ifPresent(there -> {
            out.bytes(there.value().bytes())
                    .i64(there.position().offset())
                    .instant(there.timestamp())
                    .flag(there.mark().isPresent());
            there.mark().ifPresent(mark -> out.i64(mark.position().offset()).text(mark.reason()));
        });
    }

    /**
     * Reads one.
     *
     * @param bytes what {@link #toBytes} gave
     * @param question what it answers
     * @param keys the table's
     * @param topic the table's
     * @throws IllegalArgumentException if it is none, or answers another question
     */
    static ChangeReply read(byte[] bytes, ChangeQuestion question, KeyCodec keys, String topic) {
        PeerInput in = new PeerInput(bytes);
        int version = in.u8();
        if (version != ChangeQuestion.VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + ChangeQuestion.VERSION + ")");
        }
        if (in.flag()) {
            return refused(in.text());
        }
        int count = in.count();
        if (count != question.items().size()) {
            throw new IllegalArgumentException(
                    "slices: " + count + " (expected: " + question.items().size() + ")");
        }
        List<Optional<Slice>> slices = new ArrayList<>();
        for (ChangeQuestion.Item item : question.items()) {
            slices.add(
                    in.flag()
                            ? Optional.of(slice(new Partition(in, keys, topic, item.partition())))
                            : Optional.empty());
        }
        in.requireEnd();
        return new ChangeReply(Optional.empty(), slices);
    }

    /** What is read of one partition. */
    private record Partition(PeerInput in, KeyCodec keys, String topic, int partition) {

        RecordPosition position(long offset) {
            return new RecordPosition(topic, partition, offset);
        }
    }

    private static Slice slice(Partition of) {
        PeerInput in = of.in();
        ChangeCursor.At next = ChangeQuestion.at(in);
        int reset = in.u8();
        boolean hasMore = in.flag();
        int count = in.count();
        List<RowChange<RowJson>> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            changes.add(change(of));
        }
        return new Slice(
                changes,
                next,
                reset == NO_RESET ? Optional.empty() : Optional.of(one(CAUSES_OF_RESET, reset)),
                hasMore);
    }

    private static RowChange<RowJson> change(Partition of) {
        PeerInput in = of.in();
        RowKind kind = one(KINDS, in.u8());
        Cause cause = one(CAUSES, in.u8());
        RowKey key = of.keys().key(in.bytes());
        RecordPosition position = of.position(in.i64());
        Optional<Row<RowJson>> before = in.flag() ? Optional.of(row(of, key)) : Optional.empty();
        Optional<Row<RowJson>> after = in.flag() ? Optional.of(row(of, key)) : Optional.empty();
        return new RowChange<>(kind, key, before, after, position, cause);
    }

    private static Row<RowJson> row(Partition of, RowKey key) {
        PeerInput in = of.in();
        RowJson value = new RowJson(in.bytes());
        RecordPosition position = of.position(in.i64());
        Optional<Instant> timestamp = in.instant();
        Optional<RowMark> mark =
                in.flag() ? Optional.of(new RowMark(of.position(in.i64()), in.text())) : Optional.empty();
        return new Row<>(key, value, position, timestamp, mark);
    }

    private static <E extends Enum<E>> E one(List<E> values, int place) {
        if (place >= values.size()) {
            throw new IllegalArgumentException("value: " + place + " (expected: 0 .. " + (values.size() - 1) + ")");
        }
        return values.get(place);
    }
}
