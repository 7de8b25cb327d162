package io.keyfold.store;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's clients, with the main consumer's position noted after each poll. Only the reader itself knows how far it
 * is: group offsets and listings of lag do not see aborted tails or running tasks.
 */
final class ObservedClients implements KafkaClientSupplier {

    private static final Logger LOG = LoggerFactory.getLogger(ObservedClients.class);

    private final TableProgress progress;

    ObservedClients(TableProgress progress) {
        this.progress = progress;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new ObservedConsumer(config, progress);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static final class ObservedConsumer extends KafkaConsumer<byte[], byte[]> {

        private final TableProgress progress;
        private Set<TopicPartition> known = Set.of();

        ObservedConsumer(Map<String, Object> config, TableProgress progress) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.progress = progress;
            progress.readerMade(this);
        }

        @Override
        public void close() {
            super.close();
            progress.readerClosed(this);
        }

        @Override
        @SuppressWarnings("deprecation") // whichever Kafka Streams calls
        public void close(Duration timeout) {
            super.close(timeout);
            progress.readerClosed(this);
        }

        @Override
        public void close(CloseOptions options) {
            super.close(options);
            progress.readerClosed(this);
        }

        /** Told of its partitions, be they none, it has joined. */
        @Override
        public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
            super.subscribe(topics, new ConsumerRebalanceListener() {
                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                    listener.onPartitionsAssigned(partitions);
                    noteAssignment();
                    progress.readerJoined(ObservedConsumer.this);
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
            ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
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

        private void noteAssignment() {
            Set<TopicPartition> now = new HashSet<>();
            for (TopicPartition partition : assignment()) {
                if (partition.topic().equals(progress.topic())) {
                    now.add(partition);
                    progress.assigned(partition.partition(), this);
                }
            }
            if (!now.equals(known)) {
                known.stream()
                        .filter(gone -> !now.contains(gone))
                        .forEach(gone -> progress.unassigned(gone.partition(), this));
                known = now;
            }
        }

        private void note(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
            PartitionProgress at = progress.assigned(partition.partition(), this);
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
}
