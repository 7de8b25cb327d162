package io.keyfold.store;

import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import io.keyfold.row.StandbyMark;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.StoreIoException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table's copies on this instance: those that are read into, asked through interactive queries, and standbys. */
final class CopiesHere implements PartitionReads, HeldHere.Questions {

    private final TableTask task;
    private final StreamsApp app;
    private final BooleanSupplier awake;
    private final QuestionCounters questions = new QuestionCounters();
    private final ForeignKnowledge foreign = new ForeignKnowledge();

    /**
     * The copies of a table.
     *
     * @param task the table
     * @param app reads it
     * @param awake whether this process is known not to have stood still
     */
    CopiesHere(TableTask task, StreamsApp app, BooleanSupplier awake) {
        this.task = task;
        this.app = app;
        this.awake = awake;
    }

    TableTask task() {
        return task;
    }

    QuestionCounters questions() {
        return questions;
    }

    /** What is known of all partitions, whoever told it. */
    ForeignKnowledge foreignKnowledge() {
        return foreign;
    }

    @Override
    public int count() {
        return app.topics().partitionCount(task.contract().topic());
    }

    /** Whether this instance reads the partition, however far it is. */
    boolean reads(int partition) {
        return task.progress().of(partition).isPresent();
    }

    @Override
    public Read<Held> hold(int partition) {
        return hold(partition, ReadBounds.NONE);
    }

    /** The copy that is read into. */
    Read<Held> hold(int partition, ReadBounds bounds) {
        Optional<String> unavailable = app.unavailable();
        if (unavailable.isPresent()) {
            return Read.none(unavailable.get());
        }
        if (!awake.getAsBoolean()) {
            return Read.none("this instance has just stood still, and catches up before it answers");
        }
        Optional<PartitionProgress> found = task.progress().of(partition);
        return found.isPresent() ? hold(found.get(), bounds) : notHere(partition);
    }

    private Read<Held> notHere(int partition) {
        Optional<String> waiting = app.waiting();
        if (waiting.isPresent()) {
            return Read.none(waiting.get());
        }
        if (!task.progress().isAssigned()) {
            return Read.none("the group has not assigned partitions yet");
        }
        return task.progress().isRebalancing()
                ? Read.none("partitions are on their way between readers")
                : Read.elsewhere(partition);
    }

    private Read<Held> hold(PartitionProgress progress, ReadBounds bounds) {
        if (progress.isGivenUp()) {
            return Read.none("the thread that reads partition " + progress.partition()
                    + " has stood still for so long that others have it");
        }
        if (!progress.beginRead()) {
            return Read.none("partition " + progress.partition()
                    + (progress.isRestoring() ? " is being restored" : " has not caught up yet"));
        }
        Optional<PartitionPosition> position = progress.position();
        Optional<String> refused = position.isEmpty()
                ? Optional.of("the position of partition " + progress.partition() + " is not known yet")
                : outOf(bounds, position.get(), progress.readThrough());
        if (refused.isPresent()) {
            progress.endRead();
            return Read.none(refused.get());
        }
        return new HeldHere(this, position.get(), progress.caughtUpAt(), progress.marks(), progress::endRead)
                .under(task.settings().freshness().staleRows());
    }

    private static Optional<String> outOf(
            ReadBounds bounds, PartitionPosition position, Optional<Instant> readThrough) {
        if (bounds.atLeast().isPresent()
                && position.position() < bounds.atLeast().getAsLong()) {
            return Optional.of("partition " + position.partition() + " has been read to " + position.position()
                    + ", and not yet to " + bounds.atLeast().getAsLong());
        }
        if (bounds.maxStalenessMs().isEmpty()) {
            return Optional.empty();
        }
        long oldest = System.currentTimeMillis() - bounds.maxStalenessMs().getAsLong();
        boolean isFresh = readThrough
                .map(Instant::toEpochMilli)
                .filter(at -> at >= oldest)
                .isPresent();
        return isFresh
                ? Optional.empty()
                : Optional.of("partition " + position.partition() + " is further behind than "
                        + bounds.maxStalenessMs().getAsLong() + " ms: "
                        + readThrough
                                .map(at -> "all that could be read at " + at + " is in it")
                                .orElse("how far is not known yet"));
    }

    /** A standby copy, or one that was a standby until it was just taken over; the bounds have a staleness. */
    Read<Held> holdStandby(int partition, ReadBounds bounds) {
        Optional<StandbyCopy> found = app.standby(task, partition);
        if (found.isEmpty()) {
            return Read.elsewhere(partition);
        }
        StandbyCopy standby = found.get();
        Optional<Instant> readThrough = standby.readThroughMs() == StandbyCopy.NEVER
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(standby.readThroughMs()));
        PartitionPosition position = new PartitionPosition(task.contract().topic(), partition, standby.position());
        Optional<String> refused = outOf(bounds, position, readThrough);
        if (refused.isPresent()) {
            return Read.none("the standby of " + refused.get());
        }
        LocalCopy copy = standby.copy();
        Optional<StaleMark> stale = copy.freshness().stale();
        return new HeldHere(
                        new StandbyQuestions(copy, questions),
                        position,
                        copy.freshness().caughtUpAt(),
                        new PartitionMarks(stale, Optional.empty(), readThrough.map(StandbyMark::new)),
                        () -> {})
                .under(task.settings().freshness().staleRows());
    }

    /** It may be closed at any time: then it gives no answer. */
    private record StandbyQuestions(LocalCopy copy, QuestionCounters counters) implements HeldHere.Questions {

        @Override
        public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
            try {
                R result = query.over(copy);
                counters.standby();
                return Read.of(result);
            } catch (IllegalStateException e) {
                return Read.none("the standby of partition " + partition + " has been closed");
            } catch (StoreIoException | CorruptStoreException e) {
                return Read.none("the standby of partition " + partition + " cannot be read");
            }
        }
    }

    @Override
    public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
        Read<R> read = app.ask(TableTopology.storeName(task.contract()), partition, query);
        if (read.result() != null) {
            questions.here();
        }
        return read;
    }

    @Override
    public @Nullable StoredBytes peek(int partition, byte[] key) {
        Optional<LocalCopy> copy = app.copy(task, partition);
        if (copy.isEmpty()) {
            return null;
        }
        try {
            StoredBytes found = copy.get().peek(key);
            if (found != null) {
                questions.here();
            }
            return found;
        } catch (StoreIoException | CorruptStoreException e) {
            return null; // who asks again, and may wait, is told
        }
    }

    /** Of a partition that is not read here nothing is known, and nothing could be asked. */
    @Override
    public boolean mayHaveForeignRows(int partition) {
        Optional<PartitionProgress> progress = task.progress().of(partition);
        if (progress.isEmpty()) {
            return false;
        }
        hasForeignRows(progress.get()).ifPresent(has -> foreign.tells(partition, has));
        return foreign.mayHave(partition);
    }

    /** Whether one that is read here has rows whose home is another; empty while more of it is to come. */
    private Optional<Boolean> hasForeignRows(PartitionProgress progress) {
        Optional<Boolean> has = app.hasForeignRows(task, progress.partition());
        return progress.isCaughtUp() ? has : has.filter(Boolean::booleanValue);
    }

    /** What can be told of those that are read here: whether they have rows whose home is another. */
    Map<Integer, Boolean> foreign() {
        Map<Integer, Boolean> told = new TreeMap<>();
        for (PartitionProgress progress : task.progress().assigned()) {
            hasForeignRows(progress).ifPresent(has -> told.put(progress.partition(), has));
        }
        return told;
    }

    /** Those that others read, as far as the group has told; none while it changes. */
    List<Integer> elsewhere() {
        return task.progress().isAssigned()
                        && !task.progress().isRebalancing()
                        && app.unavailable().isEmpty()
                ? IntStream.range(0, count())
                        .filter(partition -> !reads(partition))
                        .boxed()
                        .toList()
                : List.of();
    }
}
