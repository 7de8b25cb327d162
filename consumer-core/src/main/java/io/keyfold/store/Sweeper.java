package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Deletes rows that the topic does not hold any more, on the thread that writes their copy. */
final class Sweeper {

    /** How a row leaves an active copy, so that all that follows from it sees an ordinary delete. */
    interface Deletion {
        void delete(byte[] storageKey, StoredRow row);
    }

    private final TableTask task;
    private final LocalCopy copy;
    private final int partition;

    Sweeper(TableTask task, LocalCopy copy, int partition) {
        this.task = task;
        this.copy = copy;
        this.partition = partition;
    }

    /** Of an active copy: rows by that deletion, and those who listen are told; a mark alone just goes. {@return rows} */
    int sweep(Sweeps.Batch batch, PartitionProgress progress, Deletion rows, Deletion marks) {
        AtomicInteger swept = new AtomicInteger();
        for (byte[] key : batch.keys()) {
            progress.beginFold();
            try {
                gone(key, batch.gone()).ifPresent(bytes -> {
                    StoredRow row = task.rows().decode(bytes);
                    if (row.isRow()) {
                        rows.delete(key, row);
                        told(task.keys().key(key), row, batch.gone().cause(bytes));
                        swept.incrementAndGet();
                    } else {
                        marks.delete(key, row);
                    }
                });
            } finally {
                progress.endFold();
            }
        }
        return swept.get();
    }

    /** Of a standby's copy, which nobody listens to. {@return rows} */
    int sweepSilently(Sweeps.Batch batch) {
        int swept = 0;
        for (byte[] key : batch.keys()) {
            Optional<byte[]> found = gone(key, batch.gone());
            if (found.isPresent()) {
                copy.remove(key);
                if (StoredRowCodec.isRow(found.get())) {
                    count(batch.gone().cause(found.get()));
                    swept++;
                }
            }
        }
        copy.commit(copy.changelogOffset());
        return swept;
    }

    private Optional<byte[]> gone(byte[] key, Gone gone) {
        return Optional.ofNullable(copy.findToWrite(key)).filter(gone::test);
    }

    private void told(RowKey key, StoredRow row, Cause cause) {
        Optional<Row<RowJson>> before = Optional.of(row.withKey(key));
        RecordPosition position =
                new RecordPosition(task.contract().topic(), partition, Math.max(0, copy.appliedOffset()));
        count(cause);
        task.events().changes().accept(new RowChange<>(RowKind.DELETE, key, before, Optional.empty(), position, cause));
    }

    private void count(Cause cause) {
        if (cause == Cause.EXPIRED) {
            task.counters().countExpired();
        } else {
            task.counters().countSwept();
        }
    }
}
