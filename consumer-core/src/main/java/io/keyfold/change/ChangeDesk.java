package io.keyfold.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers what other instances ask of changes, out of the logs that are here alone. Any thread; waits for nothing. */
public final class ChangeDesk {

    private final Map<String, ChangeReads> tables = new LinkedHashMap<>();

    /**
     * Takes a table in; before the first question.
     *
     * @param name its name
     * @param reads its changes
     */
    public void add(String name, ChangeReads reads) {
        tables.put(name, reads);
    }

    /**
     * {@return whether another instance's question is one of changes}
     *
     * @param question what it asked
     */
    public static boolean isAsked(byte[] question) {
        return question.length > 0 && question[0] == ChangeQuestion.MARK;
    }

    /**
     * {@return the reply to another instance's question}
     *
     * @param bytes what it asked
     * @throws IllegalArgumentException if it is no question of changes
     */
    public byte[] answer(byte[] bytes) {
        ChangeQuestion question = ChangeQuestion.read(bytes);
        ChangeReads reads = tables.get(question.table());
        return reads == null
                ? ChangeReply.refused(
                                "the instance that is said to have the partition has no table " + question.table())
                        .toBytes()
                : answer(question, reads).toBytes(reads.keys());
    }

    private static ChangeReply answer(ChangeQuestion question, ChangeReads reads) {
        if (!reads.isOn()) {
            return ChangeReply.refused("the instance that has the partition keeps no changes");
        }
        if (reads.keyShape() != question.keys()) {
            return ChangeReply.refused("the instance that has the partition has other key columns in its contract");
        }
        List<Optional<ChangeLog.Slice>> slices = new ArrayList<>();
        PageRoom room = new PageRoom();
        for (ChangeQuestion.Item item : question.items()) {
            slices.add(reads.here(item.partition(), item.at(), question.limit(), room));
        }
        return new ChangeReply(Optional.empty(), slices);
    }
}
