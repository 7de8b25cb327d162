package io.keyfold.store;

import io.keyfold.row.RecordPosition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.datasketches.frequencies.LongsSketch;
import org.apache.kafka.common.utils.Utils;

/**
 * Which keys a table's live records keep coming back to. One record in {@value #ONE_IN} is sampled, told by its offset alone, so that a
 * record that comes again is told the same and one that is not sampled costs nothing. Counted by their hashes in two sketches, this
 * hour's and the last one's: a key that has cooled down is forgotten within two hours.
 *
 * <p>A sketch has {@value #SLOTS} slots of 18 bytes and errs by 0.7 % of what was counted, never upwards as it is used here. Beside the two
 * there are the keys that are hot, of which there can be 20: 20 KiB a table, and 20 times the longest key.
 *
 * <p>Told by the threads that fold; any thread may ask.
 */
final class HotKeys {

    static final int ONE_IN = 16;

    /** Fewer say nothing of a share. */
    static final long LEAST_SAMPLED = 1_000;

    /** The least share of what was sampled that makes a key hot. */
    static final int HOT_PERCENT = 5;

    static final long PERIOD_MS = 3_600_000;

    private static final int SLOTS = 512;
    private static final int MOST_HOT = 100 / HOT_PERCENT;
    private static final long SEED = 0x6B6579666F6C6421L;

    /**
     * A key that is hot.
     *
     * @param storageKey the key
     * @param last the last sampled record of it
     * @param records sampled records of it, at least
     * @param sampled sampled records of all keys
     * @param since when the oldest of them came, at the earliest
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record HotKey(byte[] storageKey, RecordPosition last, long records, long sampled, Instant since) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Seen(byte[] storageKey, RecordPosition last) {}

    private final InstantSource clock;
    private final Map<Integer, Seen> hot = new HashMap<>();
    private LongsSketch older = new LongsSketch(SLOTS);
    private LongsSketch newer = new LongsSketch(SLOTS);
    private long olderBeganMs;
    private long newerBeganMs;
    private String topicId = "";

    HotKeys(InstantSource clock) {
        this.clock = clock;
        clear(clock.millis());
    }

    /** What is told from here on lies in this topic. Of another one of the same name nothing counts any more. */
    synchronized void begin(String newTopicId) {
        if (!newTopicId.equals(topicId)) {
            clear(clock.millis());
            topicId = newTopicId;
        }
    }

    private void clear(long nowMs) {
        older = new LongsSketch(SLOTS);
        newer = new LongsSketch(SLOTS);
        olderBeganMs = nowMs;
        newerBeganMs = nowMs;
        hot.clear();
    }

    /** A live record of that key is folded. */
    void note(byte[] storageKey, RecordPosition position) {
        if (isSampled(position.partition(), position.offset())) {
            sample(storageKey, position);
        }
    }

    /** The end of MurmurHash3: neighbouring offsets have nothing in common in it, whatever rhythm a writer has. */
    static boolean isSampled(int partition, long offset) {
        long mixed = SEED ^ offset ^ ((long) partition << 48);
        mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return ((mixed ^ (mixed >>> 33)) & (ONE_IN - 1)) == 0;
    }

    private synchronized void sample(byte[] storageKey, RecordPosition position) {
        turn();
        int hash = Utils.murmur2(storageKey);
        newer.update(hash);
        if (isHot(hash)) {
            hot.put(hash, new Seen(storageKey, position));
            if (hot.size() > MOST_HOT) {
                forgetCooled();
            }
        }
    }

    private void turn() {
        long nowMs = clock.millis();
        if (nowMs - newerBeganMs >= 2 * PERIOD_MS) {
            clear(nowMs);
        } else if (nowMs - newerBeganMs >= PERIOD_MS) {
            older = newer;
            olderBeganMs = newerBeganMs;
            newer = new LongsSketch(SLOTS);
            newerBeganMs += PERIOD_MS; // not now: a late turn would make the next one later still
            forgetCooled();
        }
    }

    private void forgetCooled() {
        hot.keySet().removeIf(hash -> !isHot(hash));
    }

    private boolean isHot(int hash) {
        return sampled() >= LEAST_SAMPLED && records(hash) * 100 >= sampled() * HOT_PERCENT;
    }

    /** At least. */
    private long records(int hash) {
        return older.getLowerBound(hash) + newer.getLowerBound(hash);
    }

    private long sampled() {
        return older.getStreamLength() + newer.getStreamLength();
    }

    /** The hottest first. */
    synchronized List<HotKey> all() {
        turn();
        Instant since = Instant.ofEpochMilli(olderBeganMs);
        return hot.entrySet().stream()
                .filter(entry -> isHot(entry.getKey()))
                .map(entry -> new HotKey(
                        entry.getValue().storageKey(),
                        entry.getValue().last(),
                        records(entry.getKey()),
                        sampled(),
                        since))
                .sorted(Comparator.comparingLong(HotKey::records).reversed())
                .toList();
    }
}
