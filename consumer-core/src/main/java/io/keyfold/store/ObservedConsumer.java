package io.keyfold.store;

import static java.util.Objects.requireNonNull;

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
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
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

    /** Kafka's default. */
    private static final Duration DEFAULT_LONGEST_PAUSE = Duration.ofMinutes(5);

    private static final Duration ENDS_TIMEOUT = Duration.ofSeconds(2);

    private final Map<String, TableRun> runs = new HashMap<>();
    private final BooleanSupplier leaving;
    private final ReaderPolls polls;
    private Set<TopicPartition> known = Set.of();

    ObservedConsumer(Map<String, Object> config, TableRuns runs, BooleanSupplier leaving) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.leaving = leaving;
        this.polls = new ReaderPolls(longestPause(config), System::nanoTime);
        for (TableRun run : runs.all()) {
            this.runs.put(run.source().topic(), run);
            progress(run).readerMade(this, polls);
        }
    }

    private static Duration longestPause(Map<String, Object> config) {
        Object ms = config.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        return ms == null ? DEFAULT_LONGEST_PAUSE : Duration.ofMillis(Long.parseLong(ms.toString()));
    }

    private static TableProgress progress(TableRun run) {
        return run.task().progress();
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            noteClosed();
        }
    }

    @Override
    @SuppressWarnings("deprecation") // whichever Kafka Streams calls
    public void close(Duration timeout) {
        try {
            super.close(timeout);
        } finally {
            noteClosed();
        }
    }

    @Override
    public void close(CloseOptions options) {
        try {
            super.close(
                    leaving.getAsBoolean()
                            ? CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                            : options);
        } finally {
            noteClosed();
        }
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
                noteRebalance();
                listener.onPartitionsRevoked(partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                noteRebalance();
                listener.onPartitionsLost(partitions);
            }
        });
    }

    private void noteRebalance() {
        runs.values().forEach(run -> progress(run).readerRebalances(this));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        polls.polls();
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
        noteEnds();
        polls.polls();
        return records;
    }

    /** Asks once an opening where the log ends: the lag that a consumer remembers of a paused partition may be old. */
    private void noteEnds() {
        Map<TopicPartition, PartitionProgress> opened = new HashMap<>();
        for (TopicPartition partition : known) {
            TableRun run = runs.get(partition.topic());
            Optional<PartitionProgress> at =
                    run == null ? Optional.empty() : progress(run).of(partition.partition());
            at.filter(PartitionProgress::needsEnd).ifPresent(progress -> opened.put(partition, progress));
        }
        if (opened.isEmpty()) {
            return;
        }
        try {
            long now = System.currentTimeMillis();
            endOffsets(opened.keySet(), ENDS_TIMEOUT)
                    .forEach((partition, lastStable) ->
                            requireNonNull(opened.get(partition)).stableEnd(new StableEnd(now, lastStable)));
        } catch (KafkaException e) {
            LOG.debug("The ends of {} were not told; the next poll asks again", opened.keySet(), e);
        }
    }

    /** Goes on from what is in the table, if that is still in the log; else the table would lack what lies between. */
    private ConsumerRecords<byte[], byte[]> afterOutOfRange(OffsetOutOfRangeException e) {
        Set<TopicPartition> lost = e.offsetOutOfRangePartitions().keySet();
        if (!lost.stream().allMatch(partition -> runs.containsKey(partition.topic()))) {
            throw e;
        }
        Map<TopicPartition, Long> starts = beginningOffsets(lost);
        Map<TopicPartition, Long> ends = endOffsets(lost);
        e.offsetOutOfRangePartitions().forEach((partition, position) -> {
            TableRun run = requireNonNull(runs.get(partition.topic()));
            long next = progress(run)
                    .of(partition.partition())
                    .map(PartitionProgress::nextToFold)
                    .orElse(0L);
            long end = ends.getOrDefault(partition, 0L);
            seek(
                    partition,
                    where(
                            run,
                            new LostPosition.Reader(
                                    partition.topic(),
                                    partition.partition(),
                                    position,
                                    next,
                                    new SourceTopic.Ends(starts.getOrDefault(partition, 0L), end, end),
                                    divergence(e, partition)),
                            e));
        });
        return ConsumerRecords.empty();
    }

    private static OptionalLong divergence(OffsetOutOfRangeException e, TopicPartition partition) {
        OffsetAndMetadata kept = e instanceof LogTruncationException truncation
                ? truncation.divergentOffsets().get(partition)
                : null;
        return kept == null ? OptionalLong.empty() : OptionalLong.of(kept.offset());
    }

    private static long where(TableRun run, LostPosition.Reader reader, OffsetOutOfRangeException cause) {
        LostPosition verdict = run.task().expires()
                ? LostPosition.whereRecordsExpire(run.materialization(), reader)
                : LostPosition.of(run.materialization(), reader);
        if (verdict instanceof LostPosition.GoOn goOn) {
            LOG.warn(
                    "Offset {} of {}-{} is not in the log; going on from {}",
                    reader.position(),
                    reader.topic(),
                    reader.partition(),
                    goOn.offset());
            return goOn.offset();
        }
        String why = ((LostPosition.Gone) verdict).why();
        if (run.materialization() == Materialization.SOURCE_TOPIC) {
            throw new RebuildNeededException(why, cause);
        }
        throw new StoreRefusedException(why + "; " + StoreRefusedException.DERIVED);
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
