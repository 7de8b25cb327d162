package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.TotalCodec;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.PartitionReads.Read;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one instance answers another: an answer to each item of a {@link PeerQuestion}, in their order.
 *
 * <pre>
 * u8 version | flag refused | if refused: text why
 *   else: i32 n | n times i32 partition, flag whether it has foreign rows | i32 m | m answers
 * answer:  u8 status | OK: i64 position | instant caughtUpAt | marks | the result
 *                      NONE: text why
 * </pre>
 *
 * @param refused why nothing is answered at all; empty if it is
 * @param foreign of the partitions that have been read there to their ends, whether they have rows whose home is another
 * @param answers the answers
 */
record PeerReply(Optional<String> refused, Map<Integer, Boolean> foreign, List<PeerAnswer> answers) {

    private static final int OK = 0;
    private static final int NONE = 1;
    private static final int ELSEWHERE = 2;

    PeerReply {
        foreign = Map.copyOf(foreign);
        answers = List.copyOf(answers);
    }

    static PeerReply refused(String why) {
        return new PeerReply(Optional.of(why), Map.of(), List.of());
    }

    /**
     * An answer about one partition.
     *
     * @param read what came of it
     * @param held what is to be said of the partition; null where nothing was read
     */
    record PeerAnswer(Read<?> read, @Nullable Said held) {

        static PeerAnswer none(Read<?> why) {
            return new PeerAnswer(why, null);
        }
    }

    /** What a held copy says of itself, see {@link Held}. */
    record Said(long position, Optional<Instant> caughtUpAt, PartitionMarks marks) {

        static Said of(Held held) {
            return new Said(held.asOf().position(), held.caughtUpAt(), held.marks());
        }

        PartitionPosition asOf(String topic, int partition) {
            return new PartitionPosition(topic, partition, position);
        }
    }

    /** The bytes that stand for it, as an answer to that question. */
    byte[] toBytes(PeerQuestion question) {
        PeerOutput out = new PeerOutput().u8(PeerQuestion.VERSION).flag(refused.isPresent());
        if (refused.isPresent()) {
            return out.text(refused.get()).toBytes();
        }
        out.i32(foreign.size());
        new TreeMap<>(foreign).forEach((partition, has) -> out.i32(partition).flag(has));
        out.i32(answers.size());
        for (int i = 0; i < answers.size(); i++) {
            write(answers.get(i), question.items().get(i).query(), out);
        }
        return out.toBytes();
    }

    private static void write(PeerAnswer answer, PartitionQuery<?> query, PeerOutput out) {
        Read<?> read = answer.read();
        if (read.result() == null) {
            out.u8(read.isElsewhere() ? ELSEWHERE : NONE)
                    .text(read.unavailable().orElseThrow());
            return;
        }
        Said said = requireNonNull(answer.held());
        out.u8(OK).i64(said.position()).instant(said.caughtUpAt());
        write(said.marks(), out);
        write(read.result(), query, out);
    }

    private static void write(PartitionMarks marks, PeerOutput out) {
        out.flag(marks.stale().isPresent());
        marks.stale().ifPresent(stale -> out.instant(stale.caughtUpAt()).text(stale.reason()));
        out.instant(marks.waiting().map(WaitingMark::since));
        out.instant(marks.standby().map(StandbyMark::readThrough));
    }

    private static void write(@Nullable Object result, PartitionQuery<?> query, PeerOutput out) {
        if (result instanceof StoredBytes one) {
            out.bytes(one.row());
        } else if (result instanceof List<?> rows) {
            out.i32(rows.size());
            rows.forEach(row -> out.bytes(((StoredBytes) requireNonNull(row)).row()));
        } else if (result instanceof PartitionPage<?> page) {
            out.flag(page.unavailable().isPresent());
            page.unavailable().ifPresent(out::text);
            out.flag(page.hasMore()).i32(page.entries().size());
            page.entries().forEach(entry -> write(entry, query, out));
        }
    }

    private static void write(Keyed entry, PartitionQuery<?> query, PeerOutput out) {
        out.bytes(entry.key());
        if (entry instanceof StoredEntry row) {
            // A row's place in the order of keys is its key: said once.
            out.bytes(row.storageKey() == row.key() ? null : row.storageKey()).bytes(row.row());
        } else if (entry instanceof GroupEntry group && query instanceof PartitionQuery.Groups groups) {
            out.bytes(groups.total().codec().encode(group.total()))
                    .i32(group.top().size());
            group.top().forEach(row -> out.bytes(row.measured()).bytes(row.storageKey()));
        }
    }

    /**
     * Reads one.
     *
     * @param bytes what {@link #toBytes(PeerQuestion)} gave
     * @param question what it answers
     * @throws IllegalArgumentException if it is none, or answers another question
     */
    static PeerReply read(byte[] bytes, PeerQuestion question) {
        PeerInput in = new PeerInput(bytes);
        int version = in.u8();
        if (version != PeerQuestion.VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + PeerQuestion.VERSION + ")");
        }
        if (in.flag()) {
            return refused(in.text());
        }
        Map<Integer, Boolean> foreign = new HashMap<>();
        int foreigners = in.count();
        for (int i = 0; i < foreigners; i++) {
            foreign.put(in.i32(), in.flag());
        }
        int count = in.count();
        if (count != question.items().size()) {
            throw new IllegalArgumentException(
                    "answers: " + count + " (expected: " + question.items().size() + ")");
        }
        List<PeerAnswer> answers = new ArrayList<>();
        for (PeerQuestion.Item item : question.items()) {
            answers.add(answer(in, item.query()));
        }
        in.requireEnd();
        return new PeerReply(Optional.empty(), foreign, answers);
    }

    private static PeerAnswer answer(PeerInput in, PartitionQuery<?> query) {
        int status = in.u8();
        if (status != OK) {
            String why = in.text();
            return PeerAnswer.none(new Read<>(null, Optional.of(why), status == ELSEWHERE));
        }
        Said said = new Said(in.i64(), in.instant(), marks(in));
        return new PeerAnswer(Read.of(result(in, query)), said);
    }

    private static PartitionMarks marks(PeerInput in) {
        Optional<StaleMark> stale = in.flag() ? Optional.of(new StaleMark(in.instant(), in.text())) : Optional.empty();
        return new PartitionMarks(
                stale, in.instant().map(WaitingMark::new), in.instant().map(StandbyMark::new));
    }

    private static Object result(PeerInput in, PartitionQuery<?> query) {
        if (query instanceof PartitionQuery.Point) {
            return new StoredBytes(in.bytesOrNone());
        }
        if (query instanceof PartitionQuery.Batch batch) {
            int count = in.count();
            int most = batch.keys().size();
            if (count > most || (count == 0 && most > 0)) {
                throw new IllegalArgumentException(
                        "rows: " + count + " (expected: of the first keys, 1 .. " + most + ")");
            }
            List<StoredBytes> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rows.add(new StoredBytes(in.bytesOrNone()));
            }
            return rows;
        }
        Optional<String> unavailable = in.flag() ? Optional.of(in.text()) : Optional.empty();
        boolean hasMore = in.flag();
        int count = in.count();
        List<Keyed> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(
                    query instanceof PartitionQuery.Groups groups
                            ? group(in, groups.total().codec())
                            : row(in));
        }
        return new PartitionPage<>(entries, hasMore, unavailable);
    }

    private static StoredEntry row(PeerInput in) {
        byte[] key = in.bytes();
        byte[] storageKey = in.bytesOrNone();
        return new StoredEntry(key, storageKey == null ? key : storageKey, in.bytesOrNone());
    }

    private static GroupEntry group(PeerInput in, TotalCodec codec) {
        byte[] key = in.bytes();
        byte[] bytes = in.bytes();
        if (bytes.length == 0) {
            throw new IllegalArgumentException("group: no bytes (expected: some)");
        }
        GroupTotal total = codec.decode(bytes);
        List<RankedRow> top = new ArrayList<>();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            top.add(new RankedRow(in.bytes(), in.bytes()));
        }
        return new GroupEntry(key, total, top);
    }
}
