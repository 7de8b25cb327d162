package io.keyfold.store;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Notes how far restores are. Kafka Streams tells of active copies alone; stores that are not ours are passed over. */
record RestoreListener(TableRuns runs) implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        runs.ofStore(store).ifPresent(run -> run.restoreBegins(changelog.partition(), end - start));
        progress(store).ifPresent(progress -> progress.restoreBegins(changelog.partition(), start, end));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long end, long records) {
        progress(store).ifPresent(progress -> progress.restored(changelog.partition(), end, records));
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        runs.ofStore(store).ifPresent(run -> run.loaded(changelog.partition()));
        progress(store).ifPresent(progress -> progress.restoreEnds(changelog.partition()));
    }

    private Optional<TableProgress> progress(String store) {
        return runs.ofStore(store).map(run -> run.task().progress());
    }
}
