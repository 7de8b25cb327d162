package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.DerivedAnswer.Answered;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An application that has a topology and a desk among its beans runs them. */
final class DerivedBeansIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    @Test
    void topologyAndDesk_asBeans_deriveAndAnswer(@TempDir Path stateDir) {
        Map<String, Object> settings = Map.of(DerivedOrders.WANTED, true, "keyfold.materialization", "CHANGELOG");
        try (OrderItems orders = OrderItems.start(KAFKA, stateDir, settings)) {
            awaitItems(orders, "A1001", 4);
            awaitItems(orders, "nobody's", 0);

            orders.upsert("A1001", "I05", "PAID");

            awaitItems(orders, "A1001", 5);
        }
    }

    private static void awaitItems(OrderItems orders, String order, long items) {
        TableServer.await(items + " items of " + order, () -> {
            DerivedAnswer answer = orders.server()
                    .consumer()
                    .derived()
                    .ask(DerivedOrders.STORE, order, DerivedOrders.KEYS, order.getBytes(UTF_8));
            return answer instanceof Answered told && new String(told.bytes(), UTF_8).equals(String.valueOf(items));
        });
    }
}
