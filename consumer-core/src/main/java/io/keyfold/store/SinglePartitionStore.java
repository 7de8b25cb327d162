package io.keyfold.store;

import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.TableCounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table of one partition that somebody else runs, such as a topology test driver. Always ready. */
final class SinglePartitionStore implements TableStore, PartitionReads, HeldHere.Questions {

    private final TableRun run;
    private final TableTask task;
    private final MergedReads merged;
    private final ProjectionReads projected;

    SinglePartitionStore(TableRun run) {
        this.run = run;
        this.task = run.task();
        this.merged = new MergedReads(this, task.rows());
        this.projected = new ProjectionReads(this, task, merged);
    }

    @Override
    public TableSettings settings() {
        return task.settings();
    }

    @Override
    public int partitionCount() {
        return 1;
    }

    /** Its only reader has always read what was piped in. */
    @Override
    public List<PartitionProgress> progress() {
        PartitionProgress progress = task.progress().assigned(0, this);
        progress.polled(progress.nextToFold(), OptionalLong.of(0));
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 0));
        return List.of(progress);
    }

    @Override
    public TableCounts counts() {
        return task.counters().counts();
    }

    @Override
    public TableNotes notes() {
        return new TableNotes(
                run.keyNotes(),
                run.task().columnNotes().all(),
                run.task().badNotes().all());
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public Optional<String> waiting() {
        return Optional.empty();
    }

    @Override
    public List<TopicNote> topicNotes() {
        return HotKeyNotes.of(task, this::get).stream().toList();
    }

    @Override
    public boolean isAssigned() {
        return true;
    }

    @Override
    public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
        return CompletableFuture.failedFuture(new IllegalStateException("Cannot audit: nothing runs"));
    }

    @Override
    public Lookup get(KeyBytes key) {
        return merged.get(key);
    }

    @Override
    public Optional<Lookup> peek(KeyBytes key) {
        return merged.peek(key);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> keys) {
        return merged.getAll(keys);
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        return merged.list(range, limit);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        return merged.count(range, limit);
    }

    @Override
    public Listing listIndexed(String index, KeyRange range, int limit) {
        return projected.list(index, range, limit);
    }

    @Override
    public GroupListing groups(String total, KeyRange range, int limit) {
        return projected.groups(total, range, limit);
    }

    @Override
    public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
        return projected.greatest(total, range, limit, mostGroups);
    }

    @Override
    public List<BuildProgress> builds(int partition) {
        return run.builds(partition);
    }

    /** Everything happens on the thread that drives it, so nothing comes in between. */
    @Override
    public boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
        taker.accept(merged.list(KeyRange.behind(after), limit));
        return true;
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public Read<Held> hold(int partition) {
        PartitionProgress progress = progress().get(0);
        return new HeldHere(this, progress.position().orElseThrow(), progress.caughtUpAt(), progress.marks(), () -> {})
                .under(settings().freshness().staleRows());
    }

    @Override
    public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
        return Read.of(query.over(run.copy(partition).orElseThrow()));
    }

    @Override
    public boolean mayHaveForeignRows(int partition) {
        return false;
    }
}
