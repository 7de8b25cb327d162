package io.keyfold.store;

import io.keyfold.config.Materialization;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.rocks.RocksMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One table in one run of its Kafka Streams application: what the classes that Kafka Streams makes need to fold, keep
 * and restore it. Another run of the same table, after its topic was made anew, has another.
 */
final class TableRun {

    /** Runs in a row after which a copy that was too old each time is not tried again. */
    private static final int MOST_LATE = 3;

    private final TableTask task;
    private final SourceTopic source;
    private final MessageLimits limits;
    private final Materialization materialization;
    private final RocksMemory memory;
    private final DeadLetterWriter deadLetters;
    private final ProjectionBuilds builds;
    private final Changelog changelog;
    private final Map<Integer, LocalCopy> copies = new ConcurrentHashMap<>();
    private final Map<Integer, StandbyCopy> standbys = new ConcurrentHashMap<>();
    private final Set<Integer> firstLoads = ConcurrentHashMap.newKeySet();
    private volatile boolean boundsAreFresh = true;

    TableRun(
            TableTask task,
            SourceTopic source,
            MessageLimits limits,
            Materialization materialization,
            RocksMemory memory,
            DeadLetterWriter deadLetters,
            ProjectionBuilds builds,
            Changelog changelog) {
        this.task = task;
        this.source = source;
        this.limits = limits;
        this.materialization = materialization;
        this.memory = memory;
        this.deadLetters = deadLetters;
        this.builds = builds;
        this.changelog = changelog;
        task.badNotes().begin(source.topicId());
        task.hotKeys().begin(source.topicId());
    }

    TableTask task() {
        return task;
    }

    TableContract contract() {
        return task.contract();
    }

    SourceTopic source() {
        return source;
    }

    MessageLimits limits() {
        return limits;
    }

    Materialization materialization() {
        return materialization;
    }

    RocksMemory memory() {
        return memory;
    }

    DeadLetterWriter deadLetters() {
        return deadLetters;
    }

    /** What its copies are restored from. */
    Changelog changelog() {
        return changelog;
    }

    /** Why nobody can read on from there; where records expire, what lies below the log's start is no loss. */
    Optional<String> lost(int partition, long position) {
        return task.expires() ? source.behindEnd(partition, position) : source.outside(partition, position);
    }

    /**
     * Why a copy must not be gone on with: what its changelog has forgotten since cannot be restored into it, and the group may have
     * dealt with it elsewhere. Of a mirror, which its topic is compared with, nothing.
     */
    Optional<String> tooOld(LocalCopy copy) {
        if (materialization == Materialization.SOURCE_TOPIC || copy.changelogOffset() == LocalCopy.NONE) {
            return Optional.empty();
        }
        if (copy.changelogAt() == LocalCopy.NONE) {
            return Optional.of("it is not known when it was last as far as its changelog");
        }
        long ageMs = Math.abs(System.currentTimeMillis() - copy.changelogAt());
        long retentionMs = changelog.retention().leastSince(copy.changelogAt());
        return ageMs < retentionMs / 2
                ? Optional.empty()
                : Optional.of("it was last as far as its changelog at " + Instant.ofEpochMilli(copy.changelogAt())
                        + ", longer ago than half of that topic's delete.retention.ms ("
                        + Duration.ofMillis(retentionMs) + ")");
    }

    /**
     * Before a copy is said to be as far as its changelog: it may have been cut off from it for long while it was open.
     *
     * @throws RebuildNeededException if it has been; when it is opened again it is made anew
     * @throws StoreRefusedException if that was done before, and has not helped
     */
    void requireYoung(LocalCopy copy) {
        Optional<String> why = tooOld(copy);
        Optional<Integer> partition = copies.entrySet().stream()
                .filter(open -> open.getValue() == copy)
                .map(Map.Entry::getKey)
                .findFirst();
        if (why.isEmpty()) {
            partition.ifPresent(task.progress()::restoredInTime);
            return;
        }
        partition.ifPresent(late -> {
            if (task.progress().restoredLate(late) >= MOST_LATE) {
                throw new StoreRefusedException(alwaysLate(late, copy));
            }
        });
        throw new RebuildNeededException(why.get());
    }

    private String alwaysLate(int partition, LocalCopy copy) {
        return "partition " + partition + " was restored from " + changelog.topic() + " " + MOST_LATE
                + " times in a row, and each time that took longer than half of that topic's delete.retention.ms="
                + changelog.retention().leastSince(copy.changelogAt())
                + "; set topic.delete.retention.ms in streamsOverrides, and delete.retention.ms on that topic, to more than"
                + " twice as long as it takes, and start again";
    }

    /** All local copies that are open, by partition. */
    Map<Integer, LocalCopy> copies() {
        return Map.copyOf(copies);
    }

    /** The local copy of a partition, while Kafka Streams has it open. */
    Optional<LocalCopy> copy(int partition) {
        return Optional.ofNullable(copies.get(partition));
    }

    void opened(int partition, LocalCopy copy) {
        copies.put(partition, copy);
    }

    void closed(int partition, LocalCopy copy) {
        standbys.computeIfPresent(partition, (p, standby) -> standby.copy() == copy ? null : standby);
        copies.remove(partition, copy);
    }

    /** How far a copy is that is kept as a standby, or was until it was taken over. */
    Optional<StandbyCopy> standby(int partition) {
        return Optional.ofNullable(standbys.get(partition));
    }

    /** A copy that is kept as a standby has come so far. */
    void standbyIs(int partition, StandbyCopy standby) {
        if (copies.get(partition) == standby.copy()) {
            standbys.put(partition, standby);
        }
    }

    /** Its restore is about to begin, with so many offsets at most. */
    void restoreBegins(int partition, long offsets) {
        copy(partition).ifPresent(copy -> copy.restoreBegins(offsets));
    }

    /** It is restored and open: the indexes and totals that it lacks are built beside the traffic. */
    void build(int partition) {
        copy(partition).ifPresent(copy -> builds.begin(contract().name(), partition, copy));
    }

    /** What is being built of a partition, or waits for it. */
    List<BuildProgress> builds(int partition) {
        return copy(partition).map(LocalCopy::builds).orElse(List.of());
    }

    /** What its local copies have noticed about odd keys, in order of their partitions. */
    List<KeyNote> keyNotes() {
        List<KeyNote> all = new ArrayList<>();
        new TreeMap<>(copies).forEach((partition, copy) -> {
            for (KeyNote.Kind kind : KeyNote.Kind.values()) {
                copy.keyNotes().of(kind).ifPresent(note -> all.add(keyNote(kind, partition, note)));
            }
        });
        return all;
    }

    private KeyNote keyNote(KeyNote.Kind kind, int partition, KeyNotes.Note note) {
        byte[] routingKey = task.keys().routingKey(task.keys().key(note.lastKey()));
        String topic = contract().topic();
        return new KeyNote(
                kind,
                note.records(),
                Instant.ofEpochMilli(note.sinceMs()),
                new RecordPosition(topic, partition, note.first()),
                new RecordPosition(topic, partition, note.last()),
                new KeyBytes(routingKey, note.lastKey()),
                Homes.partition(routingKey, source.partitionCount()));
    }

    /** These partitions are read for the first time: their bad records have not been dead letters before. */
    void firstLoads(Set<Integer> partitions) {
        firstLoads.addAll(partitions);
    }

    /** Its restore is over; what is restored again from here on has been read before. */
    void loaded(int partition) {
        firstLoads.remove(partition);
        copy(partition).ifPresent(LocalCopy::loaded);
    }

    boolean isFirstLoad(int partition) {
        return firstLoads.contains(partition);
    }

    /** Of a run without a broker, after its driver has been closed. */
    void end() {
        builds.close();
        deadLetters.close();
        memory.close();
    }

    /** From here on {@link SourceTopic#partitions()} may be behind the times. */
    void started() {
        boundsAreFresh = false;
    }

    boolean boundsAreFresh() {
        return boundsAreFresh;
    }
}
