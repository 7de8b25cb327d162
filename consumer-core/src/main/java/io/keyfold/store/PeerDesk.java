package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.PartitionReads.Read;
import io.keyfold.store.PeerQuestion.Item;
import io.keyfold.store.PeerQuestion.OtherDeclarationException;
import io.keyfold.store.PeerReply.PeerAnswer;
import io.keyfold.store.PeerReply.Said;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Answers what other instances ask, out of what is here alone: it never asks a third one. Any thread. */
final class PeerDesk {

    /** The question who one is: nothing else begins so. */
    static final byte[] WHO = {'W', 'H', 'O'};

    /** Of all answers in a message together; what has no room is asked for again. A row comes whatever it has. */
    private static final int REPLY_BYTES = 8 << 20;

    private static final int ID_BYTES = 16;

    private final Map<String, CopiesHere> tables = new LinkedHashMap<>();
    private final byte[] id = new byte[ID_BYTES];

    PeerDesk(List<CopiesHere> tables) {
        tables.forEach(table -> this.tables.put(table.task().contract().name(), table));
        new SecureRandom().nextBytes(id);
    }

    /** Another for each process. */
    byte[] id() {
        return id.clone();
    }

    /** Throws IllegalArgumentException if it is no question. */
    byte[] answer(byte[] bytes) {
        if (Arrays.equals(bytes, WHO)) {
            return id();
        }
        PeerQuestion question;
        try {
            question = PeerQuestion.read(bytes, this::declared);
        } catch (OtherDeclarationException e) {
            return PeerReply.refused(String.valueOf(e.getMessage()))
                    .toBytes(new PeerQuestion("", 0, OptionalLong.empty(), List.of()));
        }
        return answer(question).toBytes(question);
    }

    private Projections declared(String table) {
        CopiesHere here = tables.get(table);
        if (here == null) {
            throw new OtherDeclarationException(
                    "the instance that is said to have the partition has no table " + table);
        }
        return here.task().projections();
    }

    private PeerReply answer(PeerQuestion question) {
        CopiesHere here = tables.get(question.table());
        if (here == null || TablePeers.keys(here.task().contract()) != question.keys()) {
            return PeerReply.refused("the instance that has the partition has other key columns in its contract");
        }
        List<PeerAnswer> answers = new ArrayList<>();
        long room = REPLY_BYTES / Math.max(1, question.items().size());
        for (Item item : question.items()) {
            answers.add(answer(here, item, question.maxStalenessMs(), room));
        }
        return new PeerReply(Optional.empty(), here.foreign(), answers);
    }

    private static PeerAnswer answer(CopiesHere here, Item item, OptionalLong maxStalenessMs, long room) {
        if (item.partition() < 0 || item.partition() >= here.count()) {
            return PeerAnswer.none(Read.elsewhere(item.partition()));
        }
        ReadBounds bounds = new ReadBounds(maxStalenessMs, item.atLeast());
        Read<Held> hold = here.hold(item.partition(), bounds);
        if (hold.result() == null && maxStalenessMs.isPresent()) {
            Read<Held> standby = here.holdStandby(item.partition(), bounds);
            hold = standby.result() == null && standby.isElsewhere() ? hold : standby;
        }
        if (hold.result() == null) {
            return PeerAnswer.none(hold);
        }
        try (Held held = hold.result()) {
            Read<?> read = held.ask(item.query());
            return read.result() == null ? PeerAnswer.none(read) : new PeerAnswer(within(read, room), Said.of(held));
        }
    }

    private static Read<?> within(Read<?> read, long room) {
        if (read.result() instanceof PartitionPage<?> page) {
            return Read.of(page.within(room));
        }
        return read.result() instanceof List<?> rows ? Read.of(rows.subList(0, firstWithin(rows, room))) : read;
    }

    /** How many of them have no more bytes together; one at least. */
    private static int firstWithin(List<?> rows, long room) {
        long left = room;
        for (int i = 0; i < rows.size(); i++) {
            byte[] row = ((StoredBytes) requireNonNull(rows.get(i))).row();
            left -= row == null ? 0 : row.length;
            if (left < 0 && i > 0) {
                return i;
            }
        }
        return rows.size();
    }
}
