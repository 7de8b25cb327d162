package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.RowShape;
import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.ValueCheck;
import io.keyfold.config.Materialization;
import io.keyfold.fold.Fold;
import io.keyfold.fold.FoldStep;
import io.keyfold.row.RecordPosition;
import io.keyfold.store.BadRecordException.Part;
import java.util.Collection;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/**
 * Brings batches of a changelog into one partition's store, in the thread that restores it.
 *
 * <p>Where the changelog is the source topic, records are decoded, validated and folded as they are live: what a record
 * does must not depend on which of the two read it. Within a batch the last record of a key wins, so that a good value
 * needs no look at what is stored. Of a table's own changelog every record was folded before it was written.
 *
 * <p>The callback that tells offsets is not public in Kafka Streams 4.4.0; the public one gives keys and values alone, and a
 * row's header needs its record's offset.
 */
final class RestoreLoader implements RecordBatchingStateRestoreCallback {

    private final TableRun run;
    private final LocalCopy copy;
    private final int partition;
    private final Homes homes;

    RestoreLoader(TableRun run, LocalCopy copy, int partition) {
        this.run = run;
        this.copy = copy;
        this.partition = partition;
        this.homes = new Homes(run.task(), run.source().partitionCount());
    }

    @Override
    public void restoreBatch(Collection<ConsumerRecord<byte[], byte[]>> records) {
        if (records.isEmpty()) {
            return;
        }
        if (run.materialization() == Materialization.SOURCE_TOPIC) {
            foldAll(records);
        } else {
            copyAll(records);
        }
    }

    private void foldAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
        RestoreBatch batch = new RestoreBatch(records.size());
        DeadLetterWriter.Batch letters = run.deadLetters().begin();
        long last = copy.appliedOffset();
        long withoutTimestamp = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            last = Math.max(last, record.offset());
            withoutTimestamp += record.timestamp() < 0 ? 1 : 0;
            fold(record, batch, letters);
        }
        noteWithoutTimestamp(withoutTimestamp);
        boolean hasLetters = letters.await();
        copy.load(batch, last, last);
        if (hasLetters) {
            run.task().progress().lettersSafe();
        }
        run.task().counters().countRestored(records.size(), batch.loaded(), batch.superseded());
    }

    private void noteWithoutTimestamp(long records) {
        if (records > 0) {
            run.task()
                    .progress()
                    .of(partition)
                    .ifPresent(progress -> progress.tally().noteWithoutTimestamp(records));
        }
    }

    /** A good value or a tombstone replaces whatever is stored; only a bad one has to know it. */
    private void fold(ConsumerRecord<byte[], byte[]> record, RestoreBatch batch, DeadLetterWriter.Batch letters) {
        DecodedKey decoded = run.task().keys().decode(record.key());
        if (decoded instanceof DecodedKey.Bad bad) {
            dead(record, Part.KEY, bad.why(), letters);
            return;
        }
        DecodedKey.Good key = (DecodedKey.Good) decoded;
        Place place = homes.place(key, record.key(), partition, record.offset(), copy);
        byte[] bytes = record.value();
        if (bytes == null) {
            batch.delete(key.storageKey(), place);
            return;
        }
        int json = TablePartitionStore.TIMESTAMP_BYTES;
        ValueCheck check = run.task().values().check(key, bytes, json, bytes.length - json);
        if (check instanceof ValueCheck.Bad bad) {
            mark(record, key.storageKey(), bad.why(), place, batch);
            dead(record, Part.VALUE, bad.why(), letters);
            return;
        }
        noteShape(((ValueCheck.Good) check).shape(), record);
        long timestamp = EventTime.storedMs(record.timestamp());
        byte[] row = StoredRowCodec.encode(bytes, json, place, timestamp, record.partition(), record.offset());
        batch.put(key.storageKey(), row, place);
    }

    private void noteShape(RowShape shape, ConsumerRecord<byte[], byte[]> record) {
        if (!shape.isWhole()) {
            run.task().columnNotes().note(shape, position(record));
        }
    }

    private static RecordPosition position(ConsumerRecord<byte[], byte[]> record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    private void mark(
            ConsumerRecord<byte[], byte[]> record, byte[] storageKey, BadRecord why, Place place, RestoreBatch batch) {
        RecordPosition position = position(record);
        FoldStep.DeadLetter letter = (FoldStep.DeadLetter) Fold.step(
                -1, stored(batch, storageKey), new DecodedValue.Bad(why), position, EventTime.of(record.timestamp()));
        batch.mark(storageKey, run.task().rows().encode(letter.marked().in(place)), place);
    }

    private Optional<StoredRow> stored(RestoreBatch batch, byte[] storageKey) {
        Optional<RestoreBatch.Entry> pending = batch.get(storageKey);
        byte[] bytes = pending.isPresent() ? pending.get().row() : copy.find(storageKey);
        return Optional.ofNullable(bytes).map(run.task().rows()::decode);
    }

    private void dead(ConsumerRecord<byte[], byte[]> record, Part part, BadRecord why, DeadLetterWriter.Batch letters) {
        run.task().countBad(part, why, position(record));
        // A standby reads what the active copy reads, and sends nothing.
        if (run.task().progress().isRestoring(partition)) {
            byte @Nullable [] bytes =
                    record.value() == null ? null : TablePartitionStore.withoutTimestamp(record.value());
            BadRecordException bad = new BadRecordException(run.task(), part, why);
            letters.add(DeadLetterSource.of(record, bytes), bad, run.isFirstLoad(partition));
        }
    }

    /** The rows' headers tell how far the source topic is in them. */
    private void copyAll(Collection<ConsumerRecord<byte[], byte[]>> records) {
        if (copy.changelogOffset() == LocalCopy.NONE) {
            // As old as its load; of a standby nobody says when that begins.
            copy.changelogAt(System.currentTimeMillis());
        }
        RestoreBatch batch = new RestoreBatch(records.size());
        long applied = copy.appliedOffset();
        long last = applied;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            last = record.offset();
            if (record.value() == null) {
                batch.deleteAnywhere(record.key());
                continue;
            }
            byte[] row = TablePartitionStore.withoutTimestamp(record.value());
            RecordPosition position = run.task().rows().position(row);
            applied = Math.max(applied, position.offset());
            Place place = StoredRowCodec.place(row);
            Homes.note(place, record.key(), position.offset(), copy);
            batch.put(record.key(), row, place);
        }
        copy.load(batch, last, applied);
        run.task().counters().countRestored(records.size(), batch.loaded(), batch.superseded());
    }
}
