package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From the first reply on: what is not yet known is 503, never 404, never 500. */
final class NotReadyIT {

    /** The first member of a group waits so long for others: the table is not ready meanwhile. */
    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = KeyfoldKafkaExtension.builder()
            .brokerConfig("group.initial.rebalance.delay.ms", "10000")
            .build();

    private static final String ROWS = "/v1/tables/dwd_order_item/rows";

    @Test
    void row_beforeTheTableIsReady_isNeverAbsent(@TempDir Path stateDir) {
        String name = KAFKA.createTopic("dwd_order_item", 3, Map.of("cleanup.policy", "compact"));
        try (UpsertTopic topic = UpsertTopic.open(
                KAFKA.bootstrapServers(), TableContracts.named("dwd_order_item").withTopic(name))) {
            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
        }
        Map<String, Object> settings = TableServer.settings(
                KAFKA.bootstrapServers(),
                KAFKA.uniqueName("orders"),
                stateDir,
                "dwd_order_item",
                name,
                KAFKA.createTopic("dead-letters", 1));
        Set<Integer> present = new TreeSet<>();
        Set<Integer> missing = new TreeSet<>();
        Set<Integer> list = new TreeSet<>();

        try (TableServer server = TableServer.start(settings)) {
            HttpResponse<String> first = server.get(ROWS + "/A1001/I02");
            int readiness = server.get("/health/readiness").statusCode();
            int liveness = server.get("/health/liveness").statusCode();
            TableServer.await("the row", () -> {
                present.add(server.get(ROWS + "/A1001/I02").statusCode());
                missing.add(server.get(ROWS + "/A1001/nope").statusCode());
                list.add(server.get(ROWS).statusCode());
                return present.contains(200) && missing.contains(404) && list.contains(200);
            });

            assertThat(first.statusCode()).isEqualTo(503);
            assertThat(first.headers().firstValue("Retry-After").orElseThrow()).matches("[1-9]\\d*");
            assertThat(first.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(first.body()).contains("\"type\":\"/problems/not-ready\"");
            assertThat(readiness).isEqualTo(503);
            assertThat(liveness).isEqualTo(200);
            assertThat(present).containsExactly(200, 503);
            assertThat(missing).containsExactly(404, 503);
            assertThat(list).containsExactly(200, 503);
        }
    }
}
