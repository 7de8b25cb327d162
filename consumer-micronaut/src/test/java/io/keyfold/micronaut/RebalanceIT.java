package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * UC-42: rows are asked for all the while, through two instances of which one comes and goes: a row that is there is given, or it
 * is said that it cannot be told now; one that is not there is only said to be absent by who has its partition.
 */
final class RebalanceIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension KAFKA = new KeyfoldKafkaExtension();

    private static final List<String> PRESENT = List.of("A1001", "A1002");
    private static final String MISSING_ITEM = "nope";

    @TempDir
    Path directory;

    private final List<RowWatch> watches = new ArrayList<>();
    private TableContract contract;
    private TableServers servers;

    @BeforeEach
    void write() {
        contract = KAFKA.createTable(TableContracts.named("dwd_order_item"), 6);
        try (UpsertTopic topic = UpsertTopic.open(KAFKA.bootstrapServers(), contract)) {
            PRESENT.forEach(key -> topic.upsert(Map.of("order_id", key, "item_id", "I02", "quantity", 1)));
        }
        servers = new TableServers(KAFKA, contract, directory, 2);
    }

    @AfterEach
    void stop() {
        watches.forEach(RowWatch::close);
        servers.close();
    }

    private void watchAll() {
        for (String order : PRESENT) {
            for (int number = 0; number < 2; number++) {
                watch(number, order, "I02", 200);
                watch(number, order, MISSING_ITEM, 404);
            }
        }
    }

    private void watch(int number, String order, String item, int expected) {
        JsonNode key = TableServers.json(
                servers.server(0).get(TableServers.TABLE + "/key?order_id=" + order + "&item_id=" + item));
        watches.add(new RowWatch(
                servers.port(number),
                TableServers.ROWS + "/" + order + "/" + item,
                expected,
                contract.topic() + "-" + key.path("partition").intValue()));
    }

    private void awaitAnswers(int number) {
        watches.stream().filter(watch -> watch.isOf(servers.port(number))).forEach(RowWatch::awaitAnswer);
    }

    @Test
    void rows_whileAnInstanceComesAndGoes_areNeverSaidToBeAbsent() {
        servers.start(0).awaitReady();
        watchAll();
        awaitAnswers(0);

        servers.start(1);
        servers.awaitShared();
        awaitAnswers(0);
        awaitAnswers(1);

        servers.leave(1);
        awaitAnswers(0);

        servers.start(1);
        servers.awaitShared();
        awaitAnswers(1);

        servers.kill(1); // it stays a member: until its session is over nobody reads what it read
        awaitAnswers(0);

        servers.start(1);
        servers.awaitShared();
        awaitAnswers(0);
        awaitAnswers(1);

        assertThat(watches).allSatisfy(watch -> assertThat(watch.wrong()).isEmpty());
        assertThat(watches).filteredOn(watch -> watch.isOf(servers.port(0))).anyMatch(watch -> watch.hasSeen(503));
        assertThat(watches).filteredOn(watch -> watch.isOf(servers.port(1))).anyMatch(watch -> watch.hasSeen(503));
    }
}
