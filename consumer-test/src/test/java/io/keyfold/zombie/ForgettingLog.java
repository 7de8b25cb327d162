package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.keyfold.OrderItem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The changelog of a scene's items, until it has forgotten the deletes. For one thread. */
final class ForgettingLog implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final ZombieScene scene;
    private final List<TopicPartition> partitions;
    private final KafkaConsumer<byte[], byte[]> consumer;

    ForgettingLog(ZombieScene scene, String topic) {
        this.scene = scene;
        this.partitions = IntStream.range(0, ZombieScene.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        this.consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, scene.kafka().bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(partitions);
    }

    /** {@return the keys of the zombies, once all their deletes are in it} */
    Set<ByteBuffer> awaitDeletes() {
        Set<ByteBuffer> deleted = new HashSet<>();
        await().atMost(ZombieScene.PATIENCE).pollInterval(BETWEEN_LOOKS).until(() -> {
            read(record -> record.value() == null, deleted);
            return deleted.size() == scene.zombies().size();
        });
        return deleted;
    }

    /**
     * Returns when it has no trace of these. Meanwhile each item is written again as it is: that changes nothing but its offset, which
     * goes to the changelog, so that it is cleaned.
     */
    void awaitForgotten(Set<ByteBuffer> keys) {
        await().atMost(ZombieScene.PATIENCE).pollInterval(BETWEEN_LOOKS).until(() -> {
            scene.live().forEach(this::writeAgain);
            Set<ByteBuffer> there = new HashSet<>();
            read(record -> keys.contains(ByteBuffer.wrap(record.key())), there);
            return there.isEmpty();
        });
    }

    private void writeAgain(OrderItem item) {
        scene.itemTopic()
                .upsert(Map.of(
                        "order_id", item.orderId(),
                        "item_id", item.itemId(),
                        "user_id", requireNonNull(item.userId()),
                        "quantity", requireNonNull(item.quantity()),
                        "amount", requireNonNull(item.amount()),
                        "order_status", requireNonNull(item.orderStatus())));
    }

    private void read(Predicate<ConsumerRecord<byte[], byte[]>> which, Set<ByteBuffer> into) {
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(WAIT)) {
                if (which.test(record)) {
                    into.add(ByteBuffer.wrap(record.key()));
                }
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
