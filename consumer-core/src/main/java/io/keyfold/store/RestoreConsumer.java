package io.keyfold.store;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.DecodedKey;
import io.keyfold.config.Materialization;
import io.keyfold.row.RecordPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The consumer of a restore. Kafka Streams drops records without a key before they reach a store; of a source topic they
 * are dead letters here as they are live. Only a topic that is not compacted can have them. And Kafka Streams throws a copy away
 * whose position is not in the log any more; where records expire it is good, and goes on from the log's start.
 */
final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {

    private final Map<String, TableRun> mirrors = new HashMap<>();
    private final Standbys standbys;

    RestoreConsumer(Map<String, Object> config, TableRuns runs) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.standbys = new Standbys(runs);
        for (TableRun run : runs.all()) {
            if (run.materialization() == Materialization.SOURCE_TOPIC) {
                mirrors.put(run.source().topic(), run);
            }
        }
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = super.poll(timeout);
        } catch (OffsetOutOfRangeException e) {
            goOnFromTheStart(e);
            records = ConsumerRecords.empty();
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TableRun run = record.key() == null ? mirrors.get(record.topic()) : null;
            if (run != null && run.task().progress().restores(record.partition(), record.offset())) {
                deadLetter(run, record);
            }
        }
        standbys.polled(this, records);
        return records;
    }

    /** Where records expire, a copy lacks nothing by those that went before it had read them. */
    private void goOnFromTheStart(OffsetOutOfRangeException e) {
        Map<TopicPartition, Long> asked = e.offsetOutOfRangePartitions();
        Map<TopicPartition, Long> starts = beginningOffsets(asked.keySet());
        boolean areExpired = asked.entrySet().stream().allMatch(each -> {
            TableRun run = mirrors.get(each.getKey().topic());
            return run != null && run.task().expires() && each.getValue() < starts.getOrDefault(each.getKey(), 0L);
        });
        if (!areExpired) {
            throw e;
        }
        starts.forEach(this::seek);
    }

    private static void deadLetter(TableRun run, ConsumerRecord<byte[], byte[]> record) {
        BadRecord why = ((DecodedKey.Bad) run.task().keys().decode(null)).why();
        run.task().counters().countRead();
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        run.task().countBad(BadRecordException.Part.KEY, why, position);
        DeadLetterWriter.Batch letters = run.deadLetters().begin();
        letters.add(
                DeadLetterSource.of(record),
                new BadRecordException(run.task(), BadRecordException.Part.KEY, why),
                run.isFirstLoad(record.partition()));
        if (letters.await()) {
            run.task().progress().lettersSafe();
        }
    }
}
