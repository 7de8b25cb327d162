package io.keyfold.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.crash.ExpectedState.Kind;
import io.keyfold.crash.ExpectedState.Written;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Items that are written once, before all others: no user has them, so that nothing is joined with them. */
final class StillItems {

    private StillItems() {}

    static void write(KeyfoldKafka kafka, TableContract items, ExpectedState expected) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        List<Written> written = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        5),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < CrashTables.STILL_ITEMS; i++) {
                sent.add(producer.send(
                        new ProducerRecord<>(items.topic(), keyJson(i).getBytes(UTF_8), value(i).getBytes(UTF_8))));
            }
            for (int i = 0; i < sent.size(); i++) {
                RecordMetadata at = sent.get(i).get();
                written.add(new Written(
                        CrashTables.ITEMS,
                        RowText.key(List.of("B" + i, "I0")),
                        Kind.GOOD,
                        value(i),
                        new RecordPosition(at.topic(), at.partition(), at.offset())));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("Cannot write to " + items.topic() + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot write to " + items.topic() + ": interrupted", e);
        }
        expected.commit(written);
    }

    /** As {@link RowText} has it. */
    static boolean isKey(String key) {
        return key.startsWith("B");
    }

    private static String keyJson(int number) {
        return "{\"order_id\":\"B" + number + "\",\"item_id\":\"I0\"}";
    }

    private static String value(int number) {
        return "{\"order_id\":\"B" + number + "\",\"item_id\":\"I0\",\"user_id\":\"N" + number % 20
                + "\",\"sku_id\":\"S" + number % 7 + "\",\"quantity\":" + (1 + number % 9) + ",\"amount\":" + number
                + ".25,\"order_status\":\"S" + number % 5 + "\",\"update_time\":\"2024-01-1" + number % 3
                + " 11:00:00\"}";
    }
}
