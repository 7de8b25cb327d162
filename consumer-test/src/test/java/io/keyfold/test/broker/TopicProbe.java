package io.keyfold.test.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes strings to one partition of a broker under test and reads them back with plain clients. */
final class TopicProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String bootstrapServers;
    private final String topic;

    private TopicProbe(EmbeddedKafka kafka, String topic) {
        this.bootstrapServers = kafka.bootstrapServers();
        this.topic = topic;
    }

    static TopicProbe create(EmbeddedKafka kafka, String topic) {
        NewTopic created = new NewTopic(topic, Optional.of(1), Optional.empty());
        kafka.admin()
                .createTopics(List.of(created))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return existing(kafka, topic);
    }

    static TopicProbe existing(EmbeddedKafka kafka, String topic) {
        return new TopicProbe(kafka, topic);
    }

    static String clusterIdAtBroker(EmbeddedKafka kafka) {
        return kafka.admin()
                .describeCluster()
                .clusterId()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    static String brokerSetting(EmbeddedKafka kafka, String name) throws Exception {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        return kafka.admin()
                .describeConfigs(List.of(broker))
                .all()
                .get()
                .values()
                .iterator()
                .next()
                .get(name)
                .value();
    }

    void write(String... values) {
        try (KafkaProducer<String, String> producer = producer(Map.of())) {
            send(producer, values);
        }
    }

    void writeCommitted(String... values) {
        try (KafkaProducer<String, String> producer = producer(Map.of("transactional.id", topic))) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, values);
            producer.commitTransaction();
        }
    }

    void writeAborted(String... values) {
        try (KafkaProducer<String, String> producer = producer(Map.of("transactional.id", topic))) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, values);
            producer.abortTransaction();
        }
    }

    /** {@return what a read_committed reader gets, up to the end of the topic, once it has this many} */
    List<String> readCommitted(int atLeast) {
        return read(atLeast, "read_committed");
    }

    List<String> readUncommitted(int atLeast) {
        return read(atLeast, "read_uncommitted");
    }

    private List<String> read(int atLeast, String isolation) {
        Map<String, Object> configs = Map.of(
                "bootstrap.servers", bootstrapServers, "isolation.level", isolation, "auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline && (values.size() < atLeast || !isAtEnd(consumer, partition))) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    values.add(record.value());
                }
            }
        }
        return values;
    }

    private static boolean isAtEnd(KafkaConsumer<String, String> consumer, TopicPartition partition) {
        return consumer.position(partition)
                >= consumer.endOffsets(List.of(partition)).getOrDefault(partition, Long.MAX_VALUE);
    }

    private void send(KafkaProducer<String, String> producer, String... values) {
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        for (String value : values) {
            answers.add(producer.send(new ProducerRecord<>(topic, 0, null, value)));
        }
        producer.flush();
        assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(PATIENCE));
    }

    private KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> configs = new HashMap<>(more);
        configs.put("bootstrap.servers", bootstrapServers);
        return new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
    }
}
