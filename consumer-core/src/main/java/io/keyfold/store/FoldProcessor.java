package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.config.Materialization;
import io.keyfold.fold.Fold;
import io.keyfold.fold.FoldStep;
import io.keyfold.metrics.TableCounters.Outcome;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.store.BadRecordException.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folds one partition's records into the table. What changes a row goes through the KTable's own source processor, so
 * the store and everything downstream see an ordinary update; what only touches a header is put past it. Belongs to
 * one stream thread.
 *
 * @param <K> a key to the source processor and its store
 * @param <V> a row to them
 * @param <KOut> the source processor's output key
 * @param <VOut> the source processor's output value
 */
final class FoldProcessor<K, V, KOut, VOut> implements Processor<byte[], byte[], KOut, VOut> {

    private static final Logger LOG = LoggerFactory.getLogger(FoldProcessor.class);
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(1);
    private static final Duration TOUCH_PERIOD = Duration.ofMinutes(1);

    private final Processor<K, V, KOut, VOut> source;
    private final TableRun run;
    private final TableTask task;
    private final TableTypes<K, V> types;
    private final Homes homes;
    private final boolean isMirror;
    private @Nullable ProcessorContext<KOut, VOut> context;
    private @Nullable KeyValueStore<K, ValueAndTimestamp<V>> store;
    private @Nullable LocalCopy copy;
    private @Nullable PartitionProgress progress;
    private @Nullable Sweeper sweeper;
    private int partition;
    private long touchedMs;

    FoldProcessor(Processor<K, V, KOut, VOut> source, TableRun run, TableTypes<K, V> types) {
        this.source = source;
        this.run = run;
        this.task = run.task();
        this.types = types;
        this.isMirror = run.materialization() == Materialization.SOURCE_TOPIC;
        this.homes = new Homes(task, run.source().partitionCount());
    }

    @Override
    public void init(ProcessorContext<KOut, VOut> newContext) {
        context = newContext;
        store = newContext.getStateStore(TableTopology.storeName(task.contract()));
        partition = newContext.taskId().partition();
        LocalCopy opened = run.copy(partition).orElseThrow();
        copy = opened;
        source.init(newContext);
        if (!isMirror && opened.changelogOffset() == LocalCopy.NONE && opened.appliedOffset() == LocalCopy.NONE) {
            opened.freshness().loads(); // nothing was restored: it reads from the log's start
        }
        if (task.expires() && opened.appliedOffset() != LocalCopy.NONE) {
            opened.freshness().awaitExpiry();
        }
        if (!isMirror) {
            run.requireYoung(opened);
            opened.changelogAt(System.currentTimeMillis());
        }
        progress = task.progress().opened(partition, opened.appliedOffset(), opened.freshness());
        sweeper = new Sweeper(task, opened, partition);
        newContext.schedule(LOOK_PERIOD, PunctuationType.WALL_CLOCK_TIME, this::look);
        task.events().gained().accept(partition);
        run.build(partition);
    }

    /** The commit that follows writes what is known of the copy's freshness, also while nothing comes. */
    private void look(long nowMs) {
        PartitionProgress here = requireNonNull(progress);
        if (!isMirror) {
            goOn(here.toldAtMs());
        }
        copy().sweeps().take(here::hasPassed).ifPresent(batch -> {
            int swept = requireNonNull(sweeper)
                    .sweep(batch, here, this::forwardDelete, (key, mark) -> store().delete(types.key(key)));
            batch.done().complete(swept);
        });
    }

    /**
     * All that it writes goes to its changelog, as long as the group counts on it: whoever was suspended or cut off has no sign of that,
     * and must not look young when it is back.
     */
    private void goOn(long toldAtMs) {
        run.requireYoung(copy());
        if (toldAtMs > copy().changelogAt()) {
            copy().changelogAt(toldAtMs);
            touch(toldAtMs);
        }
    }

    /** Kafka Streams tells the age of a directory by it, and touches it at a clean close alone: a kill would age it. */
    private void touch(long nowMs) {
        if (nowMs - touchedMs > TOUCH_PERIOD.toMillis()) {
            touchedMs = nowMs;
            boolean touched = context().stateDir().setLastModified(nowMs);
            LOG.trace("The directory of {} is touched: {}", partition, touched);
        }
    }

    /**
     * As the delete that was missed would have. Of what no record caused, Kafka Streams knows no partition, and a foreign-key join
     * downstream would write one that kills it (KAFKA-20792): it is given the one of the row.
     */
    @SuppressWarnings("NullAway") // as forward
    private void forwardDelete(byte[] storageKey, StoredRow row) {
        if (isMirror) {
            copy().remove(storageKey);
            return;
        }
        InternalProcessorContext<?, ?> internal = (InternalProcessorContext<?, ?>) context();
        ProcessorRecordContext before = internal.recordContext();
        // Not the time of day: that would move the stream time, behind which windows close.
        long timestamp = Math.max(
                row.timestamp().map(Instant::toEpochMilli).orElse(0L),
                Math.max(0, context().currentStreamTimeMs()));
        internal.setRecordContext(new ProcessorRecordContext(
                timestamp, row.position().offset(), partition, row.position().topic(), new RecordHeaders()));
        try {
            source.process(new Record<>(types.key(storageKey), null, timestamp));
        } finally {
            internal.setRecordContext(before);
        }
    }

    @Override
    public void close() {
        task.progress().closed(partition);
        LocalCopy here = copy;
        if (here != null) {
            here.sweeps().withdraw(); // it may be a standby's from here on
        }
        if (progress != null) {
            task.events().lost().accept(partition);
            progress = null;
        }
        source.close();
    }

    /** Between the beginning and the end of a fold nobody reads what must agree with the changes so far. */
    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        RecordPosition position = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
        PartitionProgress here = requireNonNull(progress);
        here.beginFold();
        try {
            task.counters().countRead();
            fold(record, position);
        } finally {
            applied(position);
            here.endFold();
        }
    }

    /** Also of a bad record: its dead letter goes with the position. Any other failure stops the thread anyway. */
    private void applied(RecordPosition position) {
        copy().applied(position.offset());
        task.progress().applied(position);
    }

    private void fold(Record<byte[], byte[]> record, RecordPosition position) {
        if (position.offset() <= copy().appliedOffset()) {
            task.counters().count(Outcome.SKIPPED);
            return;
        }
        DecodedKey decoded = task.keys().decode(record.key());
        if (decoded instanceof DecodedKey.Bad bad) {
            throw deadLetter(Part.KEY, bad.why(), position);
        }
        DecodedKey.Good key = (DecodedKey.Good) decoded;
        task.hotKeys().note(key.storageKey(), position);
        DecodedValue value = task.values().decode(key, record.value());
        if (value instanceof DecodedValue.Upsert upsert) {
            task.columnNotes().note(upsert.shape(), position);
        }
        Optional<Instant> timestamp = EventTime.of(record.timestamp());
        Optional<StoredRow> stored = stored(key);
        FoldStep step = Fold.step(copy().appliedOffset(), stored, value, position, timestamp);
        requireNonNull(progress).tally().noteTimestamps(stored.flatMap(StoredRow::timestamp), timestamp);
        apply(step, key, homes.place(key, record.key(), partition, position.offset(), copy()), record, position);
    }

    /** From below the typed store, which would make a key and a row anew that are here already. */
    private Optional<StoredRow> stored(DecodedKey.Good key) {
        byte[] row = copy().findToWrite(key.storageKey());
        return Optional.ofNullable(row).map(task.rows()::decode);
    }

    private void apply(
            FoldStep step, DecodedKey.Good key, Place place, Record<byte[], byte[]> record, RecordPosition position) {
        if (step instanceof FoldStep.Insert insert) {
            StoredRow after = insert.after().in(place);
            forward(record, key, after);
            changed(Outcome.INSERTED, RowKind.INSERT, key.key(), null, after, position);
        } else if (step instanceof FoldStep.Update update) {
            StoredRow after = update.after().in(place);
            forward(record, key, after);
            changed(Outcome.UPDATED, RowKind.UPDATE, key.key(), update.before(), after, position);
        } else if (step instanceof FoldStep.Delete delete) {
            forward(record, key, null);
            changed(Outcome.DELETED, RowKind.DELETE, key.key(), delete.before(), null, position);
        } else if (step instanceof FoldStep.Unchanged unchanged) {
            put(key, unchanged.refreshed().in(place), record.timestamp());
            task.counters().count(Outcome.UNCHANGED);
        } else if (step instanceof FoldStep.MarkCleared) {
            store().delete(types.key(key));
            task.counters().count(Outcome.UNCHANGED);
        } else if (step instanceof FoldStep.DeadLetter letter) {
            put(key, letter.marked().in(place), record.timestamp());
            throw deadLetter(Part.VALUE, letter.why(), position);
        } else {
            task.counters().countDeleteOfNothing();
            task.counters().count(Outcome.UNCHANGED);
        }
    }

    /**
     * The record's own key and value never leave: the store and all downstream have the canonical ones. Of a mirror there
     * is no downstream, nor a changelog behind the store: the row goes to the local copy, where it would end.
     */
    @SuppressWarnings("NullAway") // Kafka's Record takes a null value for a delete, without saying so
    private void forward(Record<byte[], byte[]> record, DecodedKey.Good key, @Nullable StoredRow row) {
        if (isMirror && row == null) {
            copy().remove(key.storageKey());
            return;
        }
        if (isMirror) {
            copy().put(key.storageKey(), task.rows().encode(requireNonNull(row)));
            return;
        }
        source.process(record.withKey(types.key(key)).withValue(row == null ? null : types.value(row)));
    }

    private void put(DecodedKey.Good key, StoredRow row, long timestamp) {
        store().put(types.key(key), ValueAndTimestamp.make(types.value(row), timestamp));
    }

    private BadRecordException deadLetter(Part part, BadRecord why, RecordPosition position) {
        task.countBad(part, why, position);
        task.progress().sendsLetter(partition);
        return new BadRecordException(task, part, why);
    }

    private void changed(
            Outcome outcome,
            RowKind kind,
            RowKey key,
            @Nullable StoredRow before,
            @Nullable StoredRow after,
            RecordPosition position) {
        task.counters().count(outcome);
        task.events().changes().accept(new RowChange<>(kind, key, row(key, before), row(key, after), position));
    }

    private static Optional<Row<RowJson>> row(RowKey key, @Nullable StoredRow stored) {
        return Optional.ofNullable(stored).map(row -> row.withKey(key));
    }

    private ProcessorContext<KOut, VOut> context() {
        return requireNonNull(context, "not initialized");
    }

    private KeyValueStore<K, ValueAndTimestamp<V>> store() {
        return requireNonNull(store, "not initialized");
    }

    private LocalCopy copy() {
        return requireNonNull(copy, "not initialized");
    }
}
