package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import io.keyfold.row.RecordPosition;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the bad records of a topic by what is wrong with them, each once, however often it is read: one whose dead letter
 * cannot be written is read again and again. Any thread.
 */
final class BadNotes {

    private final Map<BadRecord.Reason, BadNote> byReason = new EnumMap<>(BadRecord.Reason.class);
    /** By partition the offset of the last that was noted. */
    private final Map<Integer, Long> last = new HashMap<>();

    private String topicId = "";

    /** What is noted from here on lies in this topic. Of another one of the same name nothing counts any more. */
    synchronized void begin(String newTopicId) {
        if (!newTopicId.equals(topicId)) {
            byReason.clear();
            last.clear();
            topicId = newTopicId;
        }
    }

    synchronized void note(BadRecord why, RecordPosition position) {
        Long lastOffset = last.get(position.partition());
        if (lastOffset != null && position.offset() <= lastOffset) {
            return;
        }
        last.put(position.partition(), position.offset());
        byReason.compute(
                why.reason(),
                (reason, before) -> before == null
                        ? new BadNote(reason, 1, Instant.now(), position, position, why.detail())
                        : before.and(position, why.detail()));
    }

    synchronized List<BadNote> all() {
        return List.copyOf(byReason.values());
    }
}
