package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangeFeed;
import io.keyfold.change.ChangePage;
import io.keyfold.change.ChangeReads;
import io.keyfold.change.Subscription;
import io.keyfold.change.SubscriptionSettings;
import io.keyfold.change.TableEvent;
import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RecordReader;
import io.keyfold.codec.RowFormat;
import io.keyfold.config.TableSettings;
import io.keyfold.health.Finding;
import io.keyfold.health.FindingHistory;
import io.keyfold.health.TableHealth;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.QuestionCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.KeyLocation;
import io.keyfold.query.Page;
import io.keyfold.query.ProjectionQueries;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.query.TableQueries;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.ReadOptions;
import io.keyfold.store.TableReads;
import io.keyfold.store.TableStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** A table of this instance, its values read in one way. */
final class LocalTable<T> implements UpsertTable<T> {

    /** Reads a row's value; the identity for a table of JSON. */
    private interface Reader<T> {
        Row<T> read(Row<RowJson> row);
    }

    private final TableStore store;
    private final ChangeFeed changes;
    private final ChangeReads log;
    private final ReadOptions.Reach reach;
    private final FindingHistory findings;
    private final KeyCodec keys;
    private final TableQueries queries;
    private final ProjectionQueries projections;
    private final RowFormat format;
    private final Reader<T> reader;

    private LocalTable(
            TableStore store,
            ChangeFeed changes,
            ChangeReads log,
            ReadOptions.Reach reach,
            FindingHistory findings,
            KeyCodec keys,
            TableQueries queries,
            ProjectionQueries projections,
            RowFormat format,
            Reader<T> reader) {
        this.store = store;
        this.changes = changes;
        this.log = log;
        this.reach = reach;
        this.findings = findings;
        this.keys = keys;
        this.queries = queries;
        this.projections = projections;
        this.format = format;
        this.reader = reader;
    }

    static LocalTable<RowJson> over(TableStore store, ChangeFeed changes, FindingHistory findings) {
        TableContract contract = store.contract();
        KeyCodec keys = KeyCodec.of(contract);
        return new LocalTable<>(
                store,
                changes,
                new ChangeReads(changes.log(), store, keys),
                ReadOptions.Reach.HERE,
                findings,
                keys,
                new TableQueries(store, keys),
                new ProjectionQueries(store.settings(), store, keys),
                RowFormat.of(contract),
                row -> row);
    }

    private <U> LocalTable<U> readBy(Reader<U> other) {
        return new LocalTable<>(store, changes, log, reach, findings, keys, queries, projections, format, other);
    }

    @Override
    public TableContract contract() {
        return store.contract();
    }

    @Override
    public TableSettings settings() {
        return store.settings();
    }

    @Override
    public Optional<String> topicId() {
        return store.topicId();
    }

    @Override
    public int partitionCount() {
        return store.partitionCount();
    }

    @Override
    public Answer<T> get(RowKey key) {
        return queries.get(requireNonNull(key, "key")).map(reader::read);
    }

    @Override
    public Optional<Answer<T>> peek(RowKey key) {
        return queries.peek(requireNonNull(key, "key")).map(answer -> answer.map(reader::read));
    }

    @Override
    public List<Answer<T>> getAll(List<RowKey> keys) {
        return queries.getAll(requireNonNull(keys, "keys")).stream()
                .map(answer -> answer.map(reader::read))
                .toList();
    }

    @Override
    public Page<T> scan(Scan scan) {
        return queries.scan(requireNonNull(scan, "scan")).map(reader::read);
    }

    @Override
    public IndexPage<T> scan(IndexScan scan) {
        return projections.scan(requireNonNull(scan, "scan")).map(reader::read);
    }

    @Override
    public TotalPage totals(TotalScan scan) {
        return projections.totals(requireNonNull(scan, "scan"));
    }

    @Override
    public RowCount count(Scan scan) {
        return queries.count(requireNonNull(scan, "scan"));
    }

    @Override
    public Subscription subscribe(Consumer<? super RowChange<T>> listener) {
        return subscribe(SubscriptionSettings.DEFAULTS, listener);
    }

    @Override
    public Subscription subscribe(SubscriptionSettings settings, Consumer<? super RowChange<T>> listener) {
        requireNonNull(settings, "settings");
        requireNonNull(listener, "listener");
        return changes.subscribe(settings, change -> listener.accept(read(change)));
    }

    @Override
    public Subscription subscribeFromSnapshot(Consumer<? super TableEvent<T>> listener) {
        return subscribeFromSnapshot(SubscriptionSettings.DEFAULTS, listener);
    }

    @Override
    public Subscription subscribeFromSnapshot(SubscriptionSettings settings, Consumer<? super TableEvent<T>> listener) {
        requireNonNull(settings, "settings");
        requireNonNull(listener, "listener");
        return changes.subscribeFromSnapshot(settings, event -> listener.accept(read(event)));
    }

    private TableEvent<T> read(TableEvent<RowJson> event) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            return new TableEvent.Changed<>(read(changed.change()));
        }
        if (event instanceof TableEvent.SnapshotComplete<RowJson> complete) {
            return new TableEvent.SnapshotComplete<>(complete.partition());
        }
        TableEvent.PartitionLost<RowJson> lost = (TableEvent.PartitionLost<RowJson>) event;
        return new TableEvent.PartitionLost<>(lost.partition());
    }

    private RowChange<T> read(RowChange<RowJson> change) {
        return new RowChange<>(
                change.kind(),
                change.key(),
                change.before().map(reader::read),
                change.after().map(reader::read),
                change.position(),
                change.cause());
    }

    @Override
    public boolean keepsChanges() {
        return log.isOn();
    }

    @Override
    public ChangePage<T> changes(ChangeCursor cursor, int limit) {
        try {
            return changesAsync(cursor, limit).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "Cannot tell the changes of " + contract().name() + ": interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public CompletableFuture<ChangePage<T>> changesAsync(ChangeCursor cursor, int limit) {
        return log.next(requireNonNull(cursor, "cursor"), limit, reach).thenApply(page -> page.map(this::read));
    }

    @Override
    public Subscription onChanges(Runnable listener) {
        return log.onArrival(listener);
    }

    @Override
    public TableStatus status() {
        return TableHealth.of(store);
    }

    @Override
    public QuestionCounts questions() {
        return store.questions();
    }

    @Override
    public List<Finding> findings() {
        return findings.now();
    }

    @Override
    public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
        if (requireNonNull(kind, "kind") == AuditKind.EXPIRY) {
            throw new IllegalArgumentException("kind: " + kind + " (expected: " + AuditKind.ZOMBIES + " or "
                    + AuditKind.FULL + ", for rows expire by themselves)");
        }
        return store.audit(kind);
    }

    @Override
    public UpsertTable<T> reading(ReadOptions options) {
        TableReads reads = store.reads(requireNonNull(options, "options"));
        return new LocalTable<>(
                store,
                changes,
                log,
                options.reach(),
                findings,
                keys,
                new TableQueries(reads, keys),
                projections.over(reads),
                format,
                reader);
    }

    @Override
    public KeyLocation locate(RowKey key) {
        byte[] routingKey = keys.routingKey(requireNonNull(key, "key"));
        int hash = TableStore.hash(routingKey);
        int count = store.partitionCount();
        int partition = count == 0 ? 0 : hash % count;
        return new KeyLocation(
                Binary.of(keys.storageKey(key)),
                new String(routingKey, UTF_8),
                hash,
                partition,
                count,
                store.owners(partition));
    }

    @Override
    public List<Object> keyValues(List<String> texts) {
        return keys.parse(texts);
    }

    @Override
    public Object columnValue(String column, String text) {
        return format.value(column, text);
    }

    @Override
    public String columnJson(String column, Object value) {
        return format.json(column, value);
    }

    @Override
    public String keyJson(RowKey key) {
        return new String(keys.routingKey(requireNonNull(key, "key")), UTF_8);
    }

    @Override
    public String canonicalKeyJson(RowKey key) {
        return format.keyJson(requireNonNull(key, "key"));
    }

    @Override
    public String canonicalJson(Row<RowJson> row) {
        return format.json(requireNonNull(row, "row"));
    }

    @Override
    public <U extends Record> UpsertTable<U> as(Class<U> type) {
        RecordReader<U> records = RecordReader.of(contract(), requireNonNull(type, "type"));
        return readBy(records::read);
    }

    @Override
    public UpsertTable<ColumnValues> asColumns() {
        return readBy(ColumnsReader.of(contract())::read);
    }
}
