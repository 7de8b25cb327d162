package io.keyfold;

import static org.awaitility.Awaitility.await;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Where topics end now, as the broker says. */
final class TopicEnds {

    private TopicEnds() {}

    /** Makes topics, and returns when the broker tells of them: it does so a moment after the controller has made them. */
    static void create(Admin admin, List<NewTopic> topics) {
        get(admin.createTopics(topics).all());
        List<String> names = topics.stream().map(NewTopic::name).toList();
        await().atMost(TableUnderTest.PATIENCE)
                .ignoreExceptions()
                .until(() -> get(admin.describeTopics(names).allTopicNames()).values().stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .allMatch(partition -> partition.leader() != null));
    }

    /** Where a reader of committed records stops, by partition. */
    static Map<Integer, Long> lastStable(Admin admin, String topic) {
        Map<Integer, Long> ends = new TreeMap<>();
        ends(admin, List.of(topic), IsolationLevel.READ_COMMITTED)
                .forEach((partition, end) -> ends.put(partition.partition(), end));
        return ends;
    }

    /** The end of every partition of every topic on the broker, internal ones too. */
    static Map<String, Long> ofAllTopics(Admin admin) {
        Map<String, Long> ends = new TreeMap<>();
        ends(
                        admin,
                        get(admin.listTopics(new ListTopicsOptions().listInternal(true))
                                .names()),
                        IsolationLevel.READ_UNCOMMITTED)
                .forEach((partition, end) -> ends.put(partition.toString(), end));
        return ends;
    }

    /** What a group has committed of a topic, by partition. */
    static Map<Integer, Long> committed(Admin admin, String group, String topic) {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return offsets.entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
                .collect(Collectors.toMap(
                        entry -> entry.getKey().partition(),
                        entry -> entry.getValue().offset(),
                        Math::max,
                        TreeMap::new));
    }

    private static Map<TopicPartition, Long> ends(Admin admin, Collection<String> topics, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (TopicDescription topic :
                get(admin.describeTopics(topics).allTopicNames()).values()) {
            topic.partitions()
                    .forEach(partition ->
                            asked.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest()));
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        get(admin.listOffsets(asked, new ListOffsetsOptions(isolation)).all())
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot ask the broker: interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot ask the broker: " + e.getCause(), e);
        }
    }
}
