package io.keyfold.store;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.StoredRow;
import io.keyfold.fold.Fold;
import io.keyfold.fold.FoldStep;
import io.keyfold.metrics.TableCounters.Outcome;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Folds one partition's records into the table. What changes a row goes through the KTable's own source processor, so
 * the store and everything downstream see an ordinary update; what only touches a header is put past it. Belongs to
 * one stream thread.
 *
 * @param <KOut> the source processor's output key
 * @param <VOut> the source processor's output value
 */
final class FoldProcessor<KOut, VOut> implements Processor<byte[], byte[], KOut, VOut> {

    private final Processor<byte[], byte[], KOut, VOut> source;
    private final TableTask task;
    private @Nullable ProcessorContext<KOut, VOut> context;
    private @Nullable KeyValueStore<byte[], ValueAndTimestamp<byte[]>> store;
    private int partition;
    /** Of this task's life. Exactly-once gives it nothing twice; a store that is ahead of its position will. */
    private long appliedOffset = -1;

    FoldProcessor(Processor<byte[], byte[], KOut, VOut> source, TableTask task) {
        this.source = source;
        this.task = task;
    }

    @Override
    public void init(ProcessorContext<KOut, VOut> newContext) {
        context = newContext;
        store = newContext.getStateStore(TableTopology.storeName(task.contract()));
        partition = newContext.taskId().partition();
        source.init(newContext);
        task.progress().opened(partition);
    }

    @Override
    public void close() {
        task.progress().closed(partition);
        source.close();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata metadata = context().recordMetadata().orElseThrow();
        RecordPosition position = new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
        task.counters().countRead();
        try {
            fold(record, position);
        } catch (BadRecordException e) {
            applied(position);
            throw e;
        }
        applied(position);
    }

    private void applied(RecordPosition position) {
        appliedOffset = Math.max(appliedOffset, position.offset());
        task.progress().applied(position);
    }

    private void fold(Record<byte[], byte[]> record, RecordPosition position) {
        DecodedKey decoded = task.keys().decode(record.key());
        if (decoded instanceof DecodedKey.Bad bad) {
            throw deadLetter(new BadRecordException("key", bad.why()));
        }
        DecodedKey.Good key = (DecodedKey.Good) decoded;
        DecodedValue value = task.values().decode(key.key(), record.value());
        FoldStep step =
                Fold.step(appliedOffset, stored(key.storageKey()), value, position, EventTime.of(record.timestamp()));
        apply(step, key, record, position);
    }

    private Optional<StoredRow> stored(byte[] storageKey) {
        ValueAndTimestamp<byte[]> bytes = store().get(storageKey);
        return bytes == null ? Optional.empty() : Optional.of(task.rows().decode(bytes.value()));
    }

    private void apply(FoldStep step, DecodedKey.Good key, Record<byte[], byte[]> record, RecordPosition position) {
        if (step instanceof FoldStep.Insert insert) {
            forward(record, key.storageKey(), task.rows().encode(insert.after()));
            changed(Outcome.INSERTED, RowKind.INSERT, key.key(), null, insert.after(), position);
        } else if (step instanceof FoldStep.Update update) {
            forward(record, key.storageKey(), task.rows().encode(update.after()));
            changed(Outcome.UPDATED, RowKind.UPDATE, key.key(), update.before(), update.after(), position);
        } else if (step instanceof FoldStep.Delete delete) {
            forward(record, key.storageKey(), null);
            changed(Outcome.DELETED, RowKind.DELETE, key.key(), delete.before(), null, position);
        } else if (step instanceof FoldStep.Unchanged unchanged) {
            put(key.storageKey(), unchanged.refreshed(), record.timestamp());
            task.counters().count(Outcome.UNCHANGED);
        } else if (step instanceof FoldStep.AlreadyAbsent) {
            task.counters().count(Outcome.UNCHANGED);
        } else if (step instanceof FoldStep.MarkCleared) {
            store().delete(key.storageKey());
            task.counters().count(Outcome.UNCHANGED);
        } else if (step instanceof FoldStep.DeadLetter letter) {
            put(key.storageKey(), letter.marked(), record.timestamp());
            throw deadLetter(new BadRecordException("value", letter.why()));
        } else {
            task.counters().count(Outcome.SKIPPED);
        }
    }

    /** The record's own key and value never leave: the store and all downstream have the canonical ones. */
    @SuppressWarnings("NullAway") // Kafka's Record takes a null value for a delete, without saying so
    private void forward(Record<byte[], byte[]> record, byte[] storageKey, byte @Nullable [] value) {
        source.process(record.withKey(storageKey).withValue(value));
    }

    private void put(byte[] storageKey, StoredRow row, long timestamp) {
        store().put(storageKey, ValueAndTimestamp.make(task.rows().encode(row), timestamp));
    }

    private BadRecordException deadLetter(BadRecordException bad) {
        task.counters().countDeadLetter(bad.why().reason().code());
        return bad;
    }

    private void changed(
            Outcome outcome,
            RowKind kind,
            RowKey key,
            @Nullable StoredRow before,
            @Nullable StoredRow after,
            RecordPosition position) {
        task.counters().count(outcome);
        task.changes().accept(new RowChange<>(kind, key, row(key, before), row(key, after), position));
    }

    private static Optional<Row<RowJson>> row(RowKey key, @Nullable StoredRow stored) {
        return Optional.ofNullable(stored)
                .map(row -> new Row<>(key, row.json().orElseThrow(), row.position(), row.timestamp(), row.mark()));
    }

    private ProcessorContext<KOut, VOut> context() {
        if (context == null) {
            throw new IllegalStateException("Cannot fold " + task.contract().name() + ": not initialized");
        }
        return context;
    }

    private KeyValueStore<byte[], ValueAndTimestamp<byte[]>> store() {
        if (store == null) {
            throw new IllegalStateException("Cannot fold " + task.contract().name() + ": not initialized");
        }
        return store;
    }
}
