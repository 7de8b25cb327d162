package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.PartitionPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table that a Kafka Streams application keeps, asked through its interactive queries. */
final class StreamsTableStore implements TableStore, PartitionReads {

    private final TableTask task;
    private final StreamsApp app;
    private final MergedReads merged;
    private final ProjectionReads projected;

    StreamsTableStore(TableTask task, StreamsApp app) {
        this.task = task;
        this.app = app;
        this.merged = new MergedReads(this, task.rows());
        this.projected = new ProjectionReads(this, task, merged);
    }

    @Override
    public TableSettings settings() {
        return task.settings();
    }

    @Override
    public Optional<String> bootstrapServers() {
        return app.bootstrapServers();
    }

    @Override
    public Optional<String> topicId() {
        return app.topics().topicId(contract().topic());
    }

    @Override
    public int partitionCount() {
        return app.topics().partitionCount(contract().topic());
    }

    @Override
    public boolean isAssigned() {
        return task.progress().isAssigned();
    }

    @Override
    public List<PartitionProgress> progress() {
        return task.progress().assigned();
    }

    @Override
    public TableCounts counts() {
        return task.counters().counts();
    }

    @Override
    public TableNotes notes() {
        return new TableNotes(app.keyNotes(task), columnNotes(), task.badNotes().all());
    }

    @Override
    public List<ColumnNote> columnNotes() {
        return task.columnNotes().all();
    }

    @Override
    public Optional<String> failure() {
        return app.failure();
    }

    @Override
    public Optional<String> waiting() {
        return app.waiting();
    }

    @Override
    public Optional<String> stuck() {
        return app.stuck();
    }

    @Override
    public List<TopicNote> topicNotes() {
        List<TopicNote> notes = new ArrayList<>(app.topics().notes(task.settings()));
        HotKeyNotes.of(task, this::get).ifPresent(notes::add);
        return notes;
    }

    @Override
    public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
        return app.audit(task, kind);
    }

    @Override
    public Lookup get(KeyBytes key) {
        return merged.get(key);
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
    public GroupListing greatestGroups(String total, KeyRange range, int limit) {
        return projected.greatest(total, range, limit);
    }

    @Override
    public List<BuildProgress> builds(int partition) {
        return app.builds(task, partition);
    }

    @Override
    public boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
        Optional<PartitionProgress> progress = task.progress().of(partition);
        if (app.unavailable().isPresent()
                || progress.isEmpty()
                || !progress.get().tryBetweenFolds()) {
            return false;
        }
        try {
            return read(progress.get(), after, limit, taker);
        } finally {
            progress.get().endFold();
        }
    }

    private boolean read(PartitionProgress progress, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
        Read<Held> hold = hold(progress);
        if (hold.unavailable().isPresent()) {
            return false;
        }
        try (Held held = requireNonNull(hold.result())) {
            Read<PartitionPage<StoredEntry>> page = ask(
                    progress.partition(),
                    new PartitionQuery.Rows(KeyRange.behind(after), limit, PartitionQuery.Contents.ROWS));
            if (page.unavailable().isPresent()) {
                return false;
            }
            taker.accept(listing(requireNonNull(page.result()), held));
            return true;
        }
    }

    private Listing listing(PartitionPage<StoredEntry> page, Held held) {
        return new Listing(
                page.entries().stream()
                        .map(entry -> new Listing.Entry(
                                entry.key(), entry.storageKey(), task.rows().decode(requireNonNull(entry.row()))))
                        .toList(),
                page.hasMore(),
                List.of(held.asOf()),
                Map.of(),
                Map.of(held.asOf().partition(), held.marks()));
    }

    @Override
    public int count() {
        return partitionCount();
    }

    @Override
    public Read<Held> hold(int partition) {
        Optional<String> unavailable = app.unavailable();
        if (unavailable.isPresent()) {
            return Read.none(unavailable.get());
        }
        Optional<PartitionProgress> found = task.progress().of(partition);
        return found.isPresent() ? hold(found.get()) : notHere(partition);
    }

    private Read<Held> notHere(int partition) {
        Optional<String> waiting = app.waiting();
        if (waiting.isPresent()) {
            return Read.none(waiting.get());
        }
        if (!isAssigned()) {
            return Read.none("the group has not assigned partitions yet");
        }
        return task.progress().isRebalancing()
                ? Read.none("partitions are on their way between readers")
                : Read.elsewhere(partition);
    }

    private Read<Held> hold(PartitionProgress progress) {
        if (!progress.beginRead()) {
            return Read.none("partition " + progress.partition()
                    + (progress.isRestoring() ? " is being restored" : " has not caught up yet"));
        }
        Optional<PartitionPosition> position = progress.position();
        if (position.isEmpty()) {
            progress.endRead();
            return Read.none("the position of partition " + progress.partition() + " is not known yet");
        }
        return new Held(position.get(), progress.caughtUpAt(), progress.marks(), progress::endRead)
                .under(settings().freshness().staleRows());
    }

    @Override
    public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
        return app.ask(TableTopology.storeName(contract()), partition, query);
    }

    @Override
    public boolean mayHaveForeignRows(int partition) {
        return app.mayHaveForeignRows(task, partition);
    }
}
