package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.keyfold.test.KeyfoldKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What people do to a topic, or to a group, that somebody reads. Each returns when the broker tells of it. */
final class TopicSurgery {

    /** Nobody deletes a topic and makes it anew within less: those who read it hear of each. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Admin admin;
    private final String topic;

    TopicSurgery(KeyfoldKafka kafka, String topic) {
        this.admin = kafka.admin();
        this.topic = topic;
    }

    void delete() {
        get(admin.deleteTopics(List.of(topic)).all());
        await().pollDelay(PAUSE)
                .atMost(TableUnderTest.PATIENCE)
                .until(() -> describe().isEmpty());
    }

    /** Another topic of the same name. */
    void makeAnew(int partitions, Map<String, String> configs) {
        delete();
        create(partitions, configs);
    }

    void create(int partitions, Map<String, String> configs) {
        NewTopic made = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configs);
        await().pollDelay(PAUSE).atMost(TableUnderTest.PATIENCE).until(() -> tryCreate(made));
        awaitPartitions(partitions);
    }

    private boolean tryCreate(NewTopic made) {
        try {
            get(admin.createTopics(List.of(made)).all());
            return true;
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }

    void addPartitions(int total) {
        get(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                .all());
        awaitPartitions(total);
    }

    private void awaitPartitions(int count) {
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> describe().stream()
                                .flatMap(description -> description.partitions().stream())
                                .filter(partition -> partition.leader() != null)
                                .count()
                        == count);
    }

    private Optional<TopicDescription> describe() {
        try {
            return Optional.of(requireNonNull(
                    get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic)));
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Removes all records of a partition before an offset, as retention does. */
    void deleteRecordsBefore(int partition, long offset) {
        TopicPartition from = new TopicPartition(topic, partition);
        get(admin.deleteRecords(Map.of(from, RecordsToDelete.beforeOffset(offset)))
                .all());
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> get(admin.listOffsets(Map.of(from, OffsetSpec.earliest()))
                                        .partitionResult(from))
                                .offset()
                        == offset);
    }

    /** Of a compacted topic, which a broker refuses: it is not compacted alone for as long as that takes. */
    void loseRecordsBefore(int partition, long offset) {
        cleanupPolicy("compact,delete");
        await().atMost(TableUnderTest.PATIENCE)
                .ignoreExceptionsMatching(e -> e.getCause() instanceof PolicyViolationException)
                .until(() -> {
                    deleteRecordsBefore(partition, offset);
                    return true;
                });
        cleanupPolicy("compact");
    }

    void cleanupPolicy(String policy) {
        configure(TopicConfig.CLEANUP_POLICY_CONFIG, policy);
    }

    void deleteRetention(Duration retention) {
        configure(TopicConfig.DELETE_RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
    }

    void configure(String setting, String value) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry entry = new ConfigEntry(setting, value);
        get(admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
                .all());
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> requireNonNull(requireNonNull(get(admin.describeConfigs(List.of(resource))
                                                .all())
                                        .get(resource))
                                .get(setting))
                        .value()
                        .equals(value));
    }

    /** Forgets where a group is; nobody may be in it. */
    void deleteGroup(String group) {
        get(admin.deleteConsumerGroups(List.of(group)).all());
        await().atMost(TableUnderTest.PATIENCE).until(() -> committed(group).isEmpty());
    }

    /** The offsets that a group has committed in the topic, by partition. */
    Map<Integer, Long> committed(String group) {
        Map<Integer, Long> offsets = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (partition.topic().equals(topic) && offset != null) {
                        offsets.put(partition.partition(), offset.offset());
                    }
                });
        return offsets;
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot change a topic: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot change a topic: interrupted", e);
        }
    }
}
