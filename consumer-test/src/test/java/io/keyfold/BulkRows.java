package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Many order items, written faster than one by one. */
final class BulkRows {

    private BulkRows() {}

    /** Writes records 0 .. count, of orders of these names, with their number as quantity; returns when all are there. */
    static void write(KeyfoldKafka kafka, TableContract contract, int count, IntFunction<String> order) {
        write(
                kafka,
                contract,
                count,
                order,
                i -> "{\"order_id\":\"" + order.apply(i) + "\",\"item_id\":\"I02\",\"quantity\":" + i + "}");
    }

    /** Writes records 0 .. count; returns when the broker has them all. */
    static void write(
            KeyfoldKafka kafka,
            TableContract contract,
            int count,
            IntFunction<String> order,
            IntFunction<String> value) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        5),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < count; i++) {
                String key = "{\"order_id\":\"" + order.apply(i) + "\",\"item_id\":\"I02\"}";
                sent.add(requireNonNull(producer.send(new ProducerRecord<>(
                        contract.topic(), key.getBytes(UTF_8), value.apply(i).getBytes(UTF_8)))));
            }
            producer.flush();
            for (Future<RecordMetadata> written : sent) {
                written.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot write to " + contract.topic() + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot write to " + contract.topic() + ": interrupted", e);
        }
    }
}
