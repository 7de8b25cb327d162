package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import io.keyfold.row.RecordPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts bad records by what is wrong with them. Any thread. */
final class BadNotes {

    private final Map<BadRecord.Reason, BadNote> byReason = new ConcurrentHashMap<>();

    void note(BadRecord why, RecordPosition position) {
        byReason.compute(
                why.reason(),
                (reason, before) -> before == null
                        ? new BadNote(reason, 1, Instant.now(), position, position, why.detail())
                        : before.and(position, why.detail()));
    }

    List<BadNote> all() {
        return List.copyOf(new TreeMap<>(byReason).values());
    }
}
