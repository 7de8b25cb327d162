package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the local copies that a restore consumer keeps as standbys: when they have caught up, and which rows of a mirror are
 * to go. Nobody listens to a standby, so that happens in silence; a changelog has what becomes of its rows. Belongs to the thread
 * that restores, which is the one that writes them.
 */
final class Standbys {

    private static final Logger LOG = LoggerFactory.getLogger(Standbys.class);
    private static final Duration ENDS_TIMEOUT = Duration.ofSeconds(2);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, TableRun> byChangelog = new HashMap<>();
    private final Map<LocalCopy, Reader> readers = new HashMap<>();
    private long lastNanos = System.nanoTime();

    /** How far one copy is. */
    private static final class Reader {
        private final TableRun run;
        private final ReaderPosition position = new ReaderPosition();
        private long lastOffset = LocalCopy.NONE;
        private long readThroughMs = StandbyCopy.NEVER;

        Reader(TableRun run) {
            this.run = run;
        }

        /** Whether nothing has come in since the last look. */
        boolean isIdle(LocalCopy copy) {
            boolean idle = copy.changelogOffset() == lastOffset;
            lastOffset = copy.changelogOffset();
            return idle;
        }
    }

    Standbys(TableRuns runs) {
        runs.all().forEach(run -> byChangelog.put(run.changelog().topic(), run));
    }

    /** After a poll: what was delivered before is in the copies by now, as far as Kafka Streams brings it in. */
    void polled(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, LocalCopy> copies = copies(consumer.assignment());
        readers.keySet().retainAll(copies.values());
        copies.forEach((partition, copy) -> {
            Reader reader = readers.computeIfAbsent(copy, added -> begun(partition, copy));
            reader.position.applied(copy.changelogOffset());
            List<ConsumerRecord<byte[], byte[]>> delivered = records.records(partition);
            if (!delivered.isEmpty()) {
                reader.position.delivered(
                        delivered.get(0).offset(),
                        delivered.get(delivered.size() - 1).offset());
            }
            try {
                reader.position.polled(consumer.position(partition, Duration.ZERO), OptionalLong.empty());
            } catch (KafkaException e) {
                LOG.debug("The position of {} could not be noted; the next poll tries again", partition, e);
            }
            note(partition, copy, reader);
        });
        if (!copies.isEmpty() && System.nanoTime() - lastNanos > PERIOD_NANOS) {
            lastNanos = System.nanoTime();
            askEnds(consumer, copies);
            copies.values().forEach(this::writeWhileIdle);
        }
    }

    /** While records come in, it is written with them; a commit of its own would bring them all to files each second. */
    private void writeWhileIdle(LocalCopy copy) {
        Reader reader = readers.get(copy);
        if (reader != null && reader.isIdle(copy)) {
            copy.commit(copy.changelogOffset());
        }
    }

    private Reader begun(TopicPartition partition, LocalCopy copy) {
        Reader reader = new Reader(requireNonNull(byChangelog.get(partition.topic())));
        reader.position.restart(copy.changelogOffset());
        copy.freshness().restarted();
        return reader;
    }

    /** Copies of partitions that another instance folds. */
    private Map<TopicPartition, LocalCopy> copies(Collection<TopicPartition> assignment) {
        Map<TopicPartition, LocalCopy> copies = new HashMap<>();
        for (TopicPartition partition : assignment) {
            TableRun run = byChangelog.get(partition.topic());
            if (run != null && run.task().progress().of(partition.partition()).isEmpty()) {
                run.copy(partition.partition()).ifPresent(copy -> copies.put(partition, copy));
            }
        }
        return copies;
    }

    private static void note(TopicPartition partition, LocalCopy copy, Reader reader) {
        reader.position.takePassed().ifPresent(end -> {
            reader.readThroughMs = end.atMs();
            if (reader.run.materialization() == Materialization.SOURCE_TOPIC) {
                copy.freshness().passed(end);
            } else {
                reader.run.requireYoung(copy);
                copy.changelogAt(end.atMs());
            }
        });
        boolean isMirror = reader.run.materialization() == Materialization.SOURCE_TOPIC;
        if (isMirror) {
            sweep(partition, copy, reader);
        }
        // The offsets of a changelog are not the topic's: what a copy says of itself are.
        long position = isMirror ? reader.position.next() : copy.appliedOffset() + 1;
        reader.run.standbyIs(partition.partition(), new StandbyCopy(copy, Math.max(0, position), reader.readThroughMs));
    }

    private static void sweep(TopicPartition partition, LocalCopy copy, Reader reader) {
        copy.sweeps().take(goal -> reader.position.next() >= goal).ifPresent(batch -> {
            Sweeper sweeper = new Sweeper(reader.run.task(), copy, partition.partition());
            batch.done().complete(sweeper.sweepSilently(batch));
        });
    }

    private void askEnds(Consumer<byte[], byte[]> consumer, Map<TopicPartition, LocalCopy> copies) {
        try {
            long nowMs = System.currentTimeMillis();
            Map<TopicPartition, Long> ends = consumer.endOffsets(copies.keySet(), ENDS_TIMEOUT);
            ends.forEach((partition, offset) -> {
                LocalCopy copy = copies.get(partition);
                Reader reader = copy == null ? null : readers.get(copy);
                if (reader != null) {
                    reader.position.ends(new StableEnd(nowMs, offset));
                }
            });
        } catch (KafkaException e) {
            LOG.debug("The ends of {} were not told; a later poll asks again", copies.keySet(), e);
        }
    }
}
