package io.keyfold.store;

import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main consumer of a Kafka Streams thread. Notes where it is after each poll, and decides what becomes of a position
 * that is not in the log any more, which Kafka Streams would reset in silence. Belongs to that thread.
 */
final class ObservedConsumer extends KafkaConsumer<byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(ObservedConsumer.class);

    private final Map<String, TableRun> runs = new HashMap<>();
    private Set<TopicPartition> known = Set.of();

    ObservedConsumer(Map<String, Object> config, TableRuns runs) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        for (TableRun run : runs.all()) {
            this.runs.put(run.source().topic(), run);
            progress(run).readerMade(this);
        }
    }

    private static TableProgress progress(TableRun run) {
        return run.task().progress();
    }

    @Override
    public void close() {
        super.close();
        noteClosed();
    }

    @Override
    @SuppressWarnings("deprecation") // whichever Kafka Streams calls
    public void close(Duration timeout) {
        super.close(timeout);
        noteClosed();
    }

    @Override
    public void close(CloseOptions options) {
        super.close(options);
        noteClosed();
    }

    private void noteClosed() {
        runs.values().forEach(run -> progress(run).readerClosed(this));
    }

    /** Told of its partitions, be they none, it has joined. */
    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                listener.onPartitionsAssigned(partitions);
                noteAssignment();
                runs.values().forEach(run -> progress(run).readerJoined(ObservedConsumer.this));
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                listener.onPartitionsRevoked(partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                listener.onPartitionsLost(partitions);
            }
        });
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = super.poll(timeout);
        } catch (OffsetOutOfRangeException e) {
            records = afterOutOfRange(e);
        }
        try {
            noteAssignment();
        } catch (KafkaException e) {
            LOG.debug("The assignment could not be noted; the next poll tries again", e);
        }
        for (TopicPartition partition : known) {
            note(partition, records.records(partition));
        }
        return records;
    }

    /**
     * Goes on from what is in the table, if that is still in the log; the rest of the table's life would else lack what
     * lies between.
     */
    private ConsumerRecords<byte[], byte[]> afterOutOfRange(OffsetOutOfRangeException e) {
        Set<TopicPartition> lost = e.offsetOutOfRangePartitions().keySet();
        if (!lost.stream().allMatch(partition -> runs.containsKey(partition.topic()))) {
            throw e;
        }
        Map<TopicPartition, Long> starts = beginningOffsets(lost);
        Map<TopicPartition, Long> ends = endOffsets(lost);
        for (TopicPartition partition : lost) {
            long start = starts.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, 0L);
            TableRun run = runs.get(partition.topic());
            if (run != null) {
                seek(partition, restart(run, partition, new SourceTopic.Ends(start, end, end), e));
            }
        }
        return ConsumerRecords.empty();
    }

    private long restart(
            TableRun run, TopicPartition partition, SourceTopic.Ends ends, OffsetOutOfRangeException cause) {
        long next = progress(run)
                .of(partition.partition())
                .map(PartitionProgress::nextToFold)
                .orElse(0L);
        if (next == 0) {
            return ends.start();
        }
        Optional<String> outside = SourceTopic.outside(partition.topic(), partition.partition(), ends, next);
        if (outside.isEmpty()) {
            LOG.warn("The group's offset of {} is not in the log; going on from {}", partition, next);
            return next;
        }
        if (run.materialization() == Materialization.SOURCE_TOPIC) {
            throw new RebuildNeededException(outside.get(), cause);
        }
        throw new StoreRefusedException(outside.get() + "; " + StoreRefusedException.DERIVED);
    }

    private void noteAssignment() {
        Set<TopicPartition> now = new HashSet<>();
        for (TopicPartition partition : assignment()) {
            TableRun run = runs.get(partition.topic());
            if (run != null) {
                now.add(partition);
                progress(run).assigned(partition.partition(), this);
            }
        }
        if (!now.equals(known)) {
            for (TopicPartition gone : known) {
                TableRun run = runs.get(gone.topic());
                if (run != null && !now.contains(gone)) {
                    progress(run).unassigned(gone.partition(), this);
                }
            }
            known = now;
        }
    }

    private void note(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        TableRun run = runs.get(partition.topic());
        if (run == null) {
            return;
        }
        PartitionProgress at = progress(run).assigned(partition.partition(), this);
        if (!records.isEmpty()) {
            at.delivered(
                    records.get(0).offset(), records.get(records.size() - 1).offset());
        }
        try {
            long position = position(partition, Duration.ZERO);
            OptionalLong lag = currentLag(partition);
            at.polled(position, lag);
        } catch (KafkaException e) {
            // Not known yet, or being reset by the poll itself. Thrown from here it would lose the records in hand.
            LOG.debug("The position of {} could not be noted; the next poll tries again", partition, e);
        }
    }
}
