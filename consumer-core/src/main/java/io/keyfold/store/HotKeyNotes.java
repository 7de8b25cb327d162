package io.keyfold.store;

import static java.util.stream.Collectors.joining;

import io.keyfold.store.HotKeys.HotKey;
import io.keyfold.store.TopicNote.Weight;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Says which keys are hot by where their rows are, never by what they are. */
final class HotKeyNotes {

    /** More are counted, not named. */
    private static final int MOST_NAMED = 5;

    private final TableTask task;
    private final Function<KeyBytes, Lookup> rows;

    private HotKeyNotes(TableTask task, Function<KeyBytes, Lookup> rows) {
        this.task = task;
        this.rows = rows;
    }

    /**
     * The one that there is, if keys are hot.
     *
     * @param rows where the row of a key is told
     */
    static Optional<TopicNote> of(TableTask task, Function<KeyBytes, Lookup> rows) {
        List<HotKey> hot = task.hotKeys().all();
        return hot.isEmpty() ? Optional.empty() : Optional.of(new HotKeyNotes(task, rows).note(hot));
    }

    private TopicNote note(List<HotKey> hot) {
        HotKey first = hot.get(0);
        int unnamed = Math.max(0, hot.size() - MOST_NAMED);
        return new TopicNote(
                "hot-keys",
                Weight.WARNING,
                task.contract().topic(),
                "of " + first.sampled() + " live records that were sampled here since "
                        + first.since().truncatedTo(ChronoUnit.SECONDS) + ", one in " + HotKeys.ONE_IN + ", "
                        + hot.stream().limit(MOST_NAMED).map(this::share).collect(joining(", "))
                        + (unnamed == 0
                                ? ""
                                : ", and " + unnamed + " more keys have at least " + HotKeys.HOT_PERCENT + " % each")
                        + ": the records of a key are folded by one thread, however many partitions there are",
                "look for a default value in a key column, or a row that is updated without need; 'sink.buffer-flush.max-rows'"
                        + " and 'sink.buffer-flush.interval' of the upsert-kafka sink write the last of many updates of a key"
                        + " alone");
    }

    private String share(HotKey key) {
        return "at least " + key.records() * 100 / key.sampled() + " % are of the key of " + place(key);
    }

    private String place(HotKey key) {
        byte[] storageKey = key.storageKey();
        byte[] routingKey = task.keys().routingKey(task.keys().key(storageKey));
        Lookup found = rows.apply(new KeyBytes(routingKey, storageKey));
        return found instanceof Lookup.Stored stored && stored.row().isRow()
                ? "the row at " + stored.row().position()
                : "the record at " + key.last();
    }
}
