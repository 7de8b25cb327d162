package io.keyfold;

import static org.awaitility.Awaitility.await;

import io.keyfold.test.KeyfoldKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A plain consumer that is a member of a group and reads a topic of its own. */
final class GroupMember implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;

    private GroupMember(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** Returns when it is a member. It stays one for its session, though it does not poll. */
    static GroupMember join(KeyfoldKafka kafka, String group) {
        String topic = kafka.createTopic("other", 1);
        GroupMember member = new GroupMember(new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        group,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer()));
        member.consumer.subscribe(List.of(topic));
        await().atMost(TableUnderTest.PATIENCE).until(() -> {
            member.consumer.poll(Duration.ofMillis(100));
            return !member.consumer.assignment().isEmpty();
        });
        return member;
    }

    void leave() {
        consumer.close();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
