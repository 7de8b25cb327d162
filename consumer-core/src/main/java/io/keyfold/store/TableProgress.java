package io.keyfold.store;

import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.RecordPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** How far a table's partitions on this instance are. Fed by its readers, its restore and its fold. */
final class TableProgress {

    private final String topic;
    private final Map<Integer, PartitionProgress> partitions = new ConcurrentSkipListMap<>();
    /** Which reader has the partition; it may move from one thread of this instance to another. */
    private final Map<Integer, Object> owners = new ConcurrentHashMap<>();
    /** Each reader, and whether the group has told it its partitions. */
    private final Map<Object, Boolean> readers = new ConcurrentHashMap<>();
    /** When each reader last polled. */
    private final Map<Object, ReaderPolls> polls = new ConcurrentHashMap<>();
    /** The last offset ever folded, by partition; outlives the partition's assignment. */
    private final Map<Integer, Long> furthest = new ConcurrentHashMap<>();
    /** The last offset ever restored, of the changelog, by partition; outlives the partition's assignment. */
    private final Map<Integer, Long> furthestRestored = new ConcurrentHashMap<>();
    /** Readers that have given partitions up and have not been told yet which they have now. */
    private final Set<Object> rebalancing = ConcurrentHashMap.newKeySet();

    /** Partitions with dead letters that are on their way since the last commit. */
    private final Set<Integer> sending = ConcurrentHashMap.newKeySet();

    private final AtomicLong letters = new AtomicLong();

    /** Why a partition's local copy was made anew, by partition; outlives the partition's assignment. */
    private final Map<Integer, String> rebuilds = new ConcurrentHashMap<>();

    /** How often in a row a partition was restored too late, by partition; outlives the partition's assignment. */
    private final Map<Integer, Integer> late = new ConcurrentHashMap<>();

    /** Is told of restores that are over. */
    private final BiConsumer<Integer, RestoreProgress> onRestored;

    TableProgress(String topic) {
        this(topic, (partition, restore) -> {});
    }

    TableProgress(String topic, BiConsumer<Integer, RestoreProgress> onRestored) {
        this.topic = topic;
        this.onRestored = onRestored;
    }

    String topic() {
        return topic;
    }

    void readerMade(Object reader, ReaderPolls itsPolls) {
        readers.put(reader, false);
        polls.put(reader, itsPolls);
    }

    /** Some of its partitions are on their way to another reader, perhaps of this instance. */
    void readerRebalances(Object reader) {
        rebalancing.add(reader);
    }

    boolean isRebalancing() {
        return !rebalancing.isEmpty();
    }

    void readerJoined(Object reader) {
        rebalancing.remove(reader);
        readers.put(reader, true);
    }

    void readerClosed(Object reader) {
        rebalancing.remove(reader);
        readers.remove(reader);
        polls.remove(reader);
        owners.forEach((partition, owner) -> {
            if (owner == reader) {
                unassigned(partition, reader);
            }
        });
    }

    /** Which reader stands still, and where; empty while all poll. */
    Optional<String> stuck() {
        return polls.values().stream()
                .flatMap(reader -> reader.stuck().stream())
                .findFirst();
    }

    /** Why a reader will not come back, though it has not died; empty while all poll. */
    Optional<String> givenUp() {
        return polls.values().stream()
                .filter(ReaderPolls::isGivenUp)
                .flatMap(reader -> reader.stuck().stream())
                .map(stuck -> stuck
                        + "; that is longer than max.poll.interval.ms, so that others have its partitions; start the service"
                        + " again, and see what the thread does there")
                .findFirst();
    }

    /** Whether the group has told every reader of this instance its partitions, be they none. */
    boolean isAssigned() {
        return !readers.isEmpty() && !readers.containsValue(false);
    }

    /** Those assigned to this instance, in order. */
    List<PartitionProgress> assigned() {
        return List.copyOf(partitions.values());
    }

    Optional<PartitionProgress> of(int partition) {
        return Optional.ofNullable(partitions.get(partition));
    }

    PartitionProgress assigned(int partition, Object reader) {
        owners.put(partition, reader);
        PartitionProgress progress = progress(partition);
        progress.readBy(polls.get(reader));
        return progress;
    }

    private PartitionProgress progress(int partition) {
        return partitions.computeIfAbsent(partition, p -> {
            PartitionProgress made = new PartitionProgress(topic, p);
            made.rebuilt(rebuilds.get(p));
            return made;
        });
    }

    void rebuilt(int partition, String why) {
        rebuilds.put(partition, why);
        furthest.remove(partition);
        furthestRestored.remove(partition);
        of(partition).ifPresent(progress -> progress.rebuilt(why));
    }

    /** Its copy was too old by the time it was as far as its changelog. {@return how often that has been so in a row} */
    int restoredLate(int partition) {
        return late.merge(partition, 1, Integer::sum);
    }

    void restoredInTime(int partition) {
        late.remove(partition);
    }

    /** Whether the restore of an active copy reads so far; what lies behind its end is read live. */
    boolean restores(int partition, long offset) {
        return of(partition)
                .flatMap(PartitionProgress::restore)
                .map(restore -> offset < restore.to())
                .orElse(false);
    }

    /** Whether an active copy is being restored; a standby's never is. */
    boolean isRestoring(int partition) {
        return of(partition).map(PartitionProgress::isRestoring).orElse(false);
    }

    /** Unless another reader of this instance has taken it over. */
    void unassigned(int partition, Object reader) {
        if (owners.remove(partition, reader)) {
            partitions.remove(partition);
        }
    }

    /** Its store holds everything up to that offset, inclusive; -1 for nothing. */
    PartitionProgress opened(int partition, long appliedOffset, Freshness freshness) {
        sending.remove(partition);
        PartitionProgress progress = progress(partition);
        progress.opened(appliedOffset, freshness);
        return progress;
    }

    void closed(int partition) {
        sending.remove(partition);
        of(partition).ifPresent(PartitionProgress::closed);
    }

    void applied(RecordPosition position) {
        progress(position.partition()).applied(position.offset());
        furthest.merge(position.partition(), position.offset(), Math::max);
    }

    /** Grows whenever a record is folded or restored that never was before; else it changes with a new copy alone. */
    long furthest() {
        return sum(furthest) + sum(furthestRestored);
    }

    private static long sum(Map<Integer, Long> offsets) {
        return offsets.values().stream().mapToLong(offset -> offset + 1).sum();
    }

    /** A record read live is a dead letter, which is safe when the position has moved. */
    void sendsLetter(int partition) {
        sending.add(partition);
    }

    /** The store of a partition is as far as its reader, and so are its dead letters. */
    void committed(int partition) {
        if (sending.remove(partition)) {
            lettersSafe();
        }
    }

    void lettersSafe() {
        letters.incrementAndGet();
    }

    /** Grows whenever dead letters have been written for good. */
    long letters() {
        return letters.get();
    }

    void restoreBegins(int partition, long from, long to) {
        progress(partition).restoreBegins(from, to);
    }

    void restored(int partition, long lastOffset, long records) {
        furthestRestored.merge(partition, lastOffset, Math::max);
        of(partition).ifPresent(progress -> progress.restored(records, lastOffset));
    }

    void restoreEnds(int partition) {
        of(partition)
                .flatMap(PartitionProgress::restoreEnds)
                .ifPresent(restore -> onRestored.accept(partition, restore));
    }
}
