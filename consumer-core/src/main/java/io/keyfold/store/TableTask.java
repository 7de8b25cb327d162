package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.metrics.TableCounters;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import java.time.InstantSource;

/**
 * One table of a consumer, whatever run of Kafka Streams folds it.
 *
 * @param settings the table
 * @param keys its keys
 * @param values its values
 * @param rows its stored rows
 * @param counters what is counted
 * @param columnNotes how values differ from the contract
 * @param badNotes bad records by what is wrong with them
 * @param hotKeys which keys live records keep coming back to
 * @param progress how far it is
 * @param projections the indexes and totals beside it
 * @param retention how long its topic keeps tombstones
 * @param metrics is told what happens to it
 * @param events where changes, and partitions that come and go, are told, on the thread that reads
 */
record TableTask(
        TableSettings settings,
        KeyCodec keys,
        ValueCodec values,
        StoredRowCodec rows,
        TableCounters counters,
        ColumnNotes columnNotes,
        BadNotes badNotes,
        HotKeys hotKeys,
        TableProgress progress,
        Projections projections,
        Retention retention,
        ConsumerMetrics metrics,
        TableEvents events) {

    static TableTask of(TableSettings settings, TableEvents events) {
        return of(settings, ConsumerMetrics.NONE, events);
    }

    static TableTask of(TableSettings settings, ConsumerMetrics metrics, TableEvents events) {
        TableContract contract = settings.contract();
        return new TableTask(
                settings,
                KeyCodec.of(contract, settings.limits()),
                ValueCodec.of(contract, settings.limits()),
                new StoredRowCodec(contract.topic()),
                new TableCounters(),
                new ColumnNotes(contract),
                new BadNotes(),
                new HotKeys(InstantSource.system()),
                new TableProgress(
                        contract.topic(),
                        (partition, restore) ->
                                metrics.restored(contract.name(), partition, restore.records(), restore.elapsed())),
                Projections.of(settings),
                new Retention(contract.requirements().deleteRetention()),
                metrics,
                events);
    }

    /** Counts a bad record, wherever it was read. */
    void countBad(BadRecordException.Part part, BadRecord why, RecordPosition position) {
        counters.countDeadLetter(why.reason().code());
        badNotes.note(why, position);
        progress.of(position.partition()).ifPresent(here -> here.tally().noteBad(part));
    }

    /** Whether the topic's records may expire, so that rows go when their records do. */
    boolean expires() {
        return contract().requirements().recordsExpire();
    }

    TableContract contract() {
        return settings.contract();
    }
}
