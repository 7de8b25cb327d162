package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.QuestionCounts;
import io.keyfold.metrics.TableCounts;
import io.keyfold.store.PartitionReads.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table that a Kafka Streams application keeps, asked through its interactive queries. */
final class StreamsTableStore implements TableStore {

    private final TableTask task;
    private final StreamsApp app;
    private final CopiesHere here;
    private final TablePeers peers;
    private final PeerNotes peerNotes;
    private final TableReads reads;

    StreamsTableStore(CopiesHere here, StreamsApp app, TablePeers peers, PeerNotes peerNotes) {
        this.task = here.task();
        this.app = app;
        this.here = here;
        this.peers = peers;
        this.peerNotes = peerNotes;
        this.reads = PartitionTableReads.of(here, task);
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
    public QuestionCounts questions() {
        return here.questions().counts();
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
        notes.addAll(peerNotes.of(here));
        return notes;
    }

    @Override
    public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
        return app.audit(task, kind);
    }

    @Override
    public TableReads reads(ReadOptions options) {
        return options.equals(ReadOptions.HERE)
                ? reads
                : new FreshReads(
                        options.equals(ReadOptions.ANYWHERE) ? Optional.of(reads) : Optional.empty(),
                        () -> PartitionTableReads.of(new PeerReads(here, peers, options), task));
    }

    @Override
    public PartitionOwners owners(int partition) {
        return peers.owners(partition);
    }

    @Override
    public Optional<PeerAddress> peerOf(int partition) {
        return peers.candidates(partition, false).stream().findFirst();
    }

    @Override
    public CompletableFuture<byte[]> askPeer(PeerAddress address, byte[] question) {
        return peers.ask(address, question);
    }

    @Override
    public Lookup get(KeyBytes key) {
        return reads.get(key);
    }

    @Override
    public Optional<Lookup> peek(KeyBytes key) {
        return reads.peek(key);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> keys) {
        return reads.getAll(keys);
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        return reads.list(range, limit);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        return reads.count(range, limit);
    }

    @Override
    public Listing listIndexed(String index, KeyRange range, int limit) {
        return reads.listIndexed(index, range, limit);
    }

    @Override
    public GroupListing groups(String total, KeyRange range, int limit) {
        return reads.groups(total, range, limit);
    }

    @Override
    public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
        return reads.greatestGroups(total, range, limit, mostGroups);
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
        Read<Held> hold = here.hold(progress.partition());
        if (hold.unavailable().isPresent()) {
            return false;
        }
        try (Held held = requireNonNull(hold.result())) {
            Read<PartitionPage<StoredEntry>> page =
                    held.ask(new PartitionQuery.Rows(KeyRange.behind(after), limit, PartitionQuery.Contents.ROWS));
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
}
