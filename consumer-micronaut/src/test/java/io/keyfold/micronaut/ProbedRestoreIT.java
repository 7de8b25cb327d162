package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.micronaut.Kubelet.Probe;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaAlteration.Op;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Probes that kill at their first failure meet a service that restores for long, and one that an upstream job holds up. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class ProbedRestoreIT {

    private static final int PARTITIONS = 3;
    private static final int ROWS = 450;

    /** A row is about as long. */
    private static final String LONG_TEXT = "S".repeat(500);

    /** The broker lets ten seconds' worth pass at once, perhaps of one partition alone: a third of it. The rest would take minutes. */
    private static final double SLOW_BYTES_PER_SECOND = 4_000;

    /** UC-66 */
    @Test
    void coldStart_underProbes_isAliveAllTheTimeAndReadyOnceItHasAllRows(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        Map<Integer, Long> ends = write(kafka, contract, ROWS);
        String clientId = kafka.uniqueName("slow");
        Map<String, Object> settings = settings(kafka, contract, stateDir);
        settings.put("keyfold.streams-overrides.client.id", clientId);
        settings.put("keyfold.streams-overrides.restore.consumer.max.partition.fetch.bytes", "2048");
        settings.put("keyfold.streams-overrides.restore.consumer.fetch.max.bytes", "4096");
        limitRestore(kafka, clientId, SLOW_BYTES_PER_SECOND);

        List<Probe> before = probeUntilSomeIsRestored(settings);
        List<Probe> after = probeUntilReady(settings, kafka, clientId);

        Map<Integer, Long> reached = lastNext(before);
        System.out.println("restore of " + ends + " under probes: " + before.size() + " before the stop at " + reached
                + ", " + after.size() + " after, from " + firstFrom(after) + " on");
        assertRestores(before, ends);
        assertThat(before).allSatisfy(probe -> {
            assertThat(probe.readiness().statusCode()).isEqualTo(503);
            assertNotReady(probe.rows());
            assertNotReady(probe.row());
        });
        assertRestores(after, ends);
        assertThat(firstFrom(after))
                .as("where the restore goes on after a clean stop")
                .hasSize(PARTITIONS)
                .allSatisfy((partition, from) ->
                        assertThat(from).isPositive().isGreaterThanOrEqualTo(reached.getOrDefault(partition, -1L)));
        assertThat(after).allSatisfy(ProbedRestoreIT::assertServesAllOrSaysSo);
        assertThat(after.get(after.size() - 1).readiness().statusCode()).isEqualTo(200);
    }

    private static Map<String, Object> settings(KeyfoldKafka kafka, TableContract contract, Path stateDir) {
        return TableServer.settings(
                kafka.bootstrapServers(),
                kafka.uniqueName("orders"),
                stateDir,
                contract.name(),
                contract.topic(),
                contract.topic() + ".dlq");
    }

    /** {@return where each partition ends, exclusive} */
    private static Map<Integer, Long> write(KeyfoldKafka kafka, TableContract contract, int rows) {
        Map<Integer, Long> ends = new TreeMap<>();
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            for (int number = 0; number < rows; number++) {
                RecordPosition written = topic.upsert(row(number));
                ends.put(written.partition(), written.offset() + 1);
            }
        }
        return ends;
    }

    private static Map<String, Object> row(int number) {
        return Map.of("order_id", "A" + number, "item_id", "I01", "sku_id", LONG_TEXT);
    }

    private static String path(int number) {
        return "A" + number % ROWS + "/I01";
    }

    private static void limitRestore(KeyfoldKafka kafka, String clientId, @Nullable Double bytesPerSecond) {
        ClientQuotaEntity restore = new ClientQuotaEntity(
                Map.of(ClientQuotaEntity.CLIENT_ID, clientId + "-StateUpdater-1-restore-consumer"));
        kafka.admin()
                .alterClientQuotas(List.of(
                        new ClientQuotaAlteration(restore, List.of(new Op("consumer_byte_rate", bytesPerSecond)))))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static List<Probe> probeUntilSomeIsRestored(Map<String, Object> settings) {
        try (TableServer server = TableServer.start(settings);
                Kubelet kubelet = Kubelet.begin(server, ProbedRestoreIT::path)) {
            TableServer.await("some of each partition", () -> {
                Map<Integer, Long> next = lastNext(kubelet.probes());
                return kubelet.isGoingOn()
                        && next.size() == PARTITIONS
                        && next.values().stream().allMatch(at -> at > 0);
            });
            kubelet.awaitMore(8);
            return kubelet.stop();
        }
    }

    private static List<Probe> probeUntilReady(Map<String, Object> settings, KeyfoldKafka kafka, String clientId) {
        try (TableServer server = TableServer.start(settings);
                Kubelet kubelet = Kubelet.begin(server, ProbedRestoreIT::path)) {
            TableServer.await(
                    "the restore to go on",
                    () -> kubelet.isGoingOn() && firstFrom(kubelet.probes()).size() == PARTITIONS);
            kubelet.awaitMore(8);
            limitRestore(kafka, clientId, null);
            server.awaitReady();
            kubelet.awaitMore(3);
            return kubelet.stop();
        }
    }

    /** Where the last restore stands that was seen of each partition. */
    private static Map<Integer, Long> lastNext(List<Probe> probes) {
        Map<Integer, Long> next = new TreeMap<>();
        probes.forEach(probe -> probe.restores()
                .forEach((partition, restore) ->
                        next.put(partition, restore.path("next").longValue())));
        return next;
    }

    /** Where the first restore began that was seen of each partition. */
    private static Map<Integer, Long> firstFrom(List<Probe> probes) {
        Map<Integer, Long> from = new TreeMap<>();
        probes.forEach(probe -> probe.restores()
                .forEach((partition, restore) ->
                        from.putIfAbsent(partition, restore.path("from").longValue())));
        return from;
    }

    /** It is alive, and tells of each partition how far it is, in offsets and in words. */
    private static void assertRestores(List<Probe> probes, Map<Integer, Long> ends) {
        assertThat(probes).extracting(Probe::liveness).containsOnly(200);
        assertThat(probes)
                .allSatisfy(probe -> probe.partitions().values().stream()
                        .filter(partition -> partition.has("restore"))
                        .forEach(partition -> assertRestores(probe, partition, ends)));
        assertThat(probes)
                .as("probes that met all partitions on their way")
                .filteredOn(probe -> probe.restores().size() == PARTITIONS)
                .hasSizeGreaterThan(3);
    }

    private static void assertRestores(Probe probe, JsonNode partition, Map<Integer, Long> ends) {
        int number = partition.path("partition").intValue();
        long from = partition.at("/restore/from").longValue();
        long next = partition.at("/restore/next").longValue();
        long to = partition.at("/restore/to").longValue();
        String sentence = partition.at("/diagnosis/sentence").textValue();
        assertThat(partition.path("state").textValue()).isEqualTo("RESTORING");
        assertThat(ends).containsEntry(number, to);
        assertThat(next).isBetween(from, to);
        assertThat(sentence)
                .startsWith(
                        "its local copy is being rebuilt: " + (next - from) + " of " + (to - from) + " offsets read")
                .matches(next == from ? ".* offsets read" : ".* offsets read, about \\d+ s left");
        assertThat(probe.reason()).contains("partition " + number + " is restoring: " + sentence);
        assertThat(probe.readiness().statusCode()).isEqualTo(503);
    }

    private static void assertNotReady(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).isEqualTo(503);
        assertThat(reply.headers().firstValue("Retry-After").orElseThrow()).matches("[1-9]\\d*");
        assertThat(reply.body()).contains("\"type\":\"/problems/not-ready\"");
    }

    /** The rows were asked for after readiness. */
    private static void assertServesAllOrSaysSo(Probe probe) {
        if (probe.readiness().statusCode() == 200) {
            assertThat(probe.rows().statusCode()).isEqualTo(200);
            assertThat(probe.row().statusCode()).isEqualTo(200);
            assertThat(probe.isComplete()).isTrue();
        } else {
            assertThat(probe.readiness().statusCode()).isEqualTo(503);
        }
        if (probe.rows().statusCode() == 200) {
            assertThat(probe.rowCount() == ROWS).isEqualTo(probe.isComplete());
        } else {
            assertNotReady(probe.rows());
        }
        if (probe.row().statusCode() != 200) {
            assertNotReady(probe.row());
        }
    }

    /** UC-53, UC-66: one slow upstream takes no instance out of service. */
    @Test
    void readiness_onePartitionBehindAnOpenTransaction_staysUp(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        write(kafka, contract, ROWS);
        Map<String, Object> settings = settings(kafka, contract, stateDir);
        settings.put("keyfold.tables.dwd_order_item.stalled-after", "1s");

        try (TableServer server = TableServer.start(settings).awaitReady();
                Kubelet kubelet = Kubelet.begin(server, ProbedRestoreIT::path);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertTransaction open = topic.begin()) {
            int held = open.upsert(row(0)).partition();
            TableServer.await("the partition to be stalled", () -> {
                List<Probe> probes = kubelet.probes();
                return kubelet.isGoingOn()
                        && !probes.isEmpty()
                        && state(probes, held).equals("STALLED");
            });
            kubelet.awaitMore(4);
            List<Probe> probes = kubelet.stop();

            assertThat(probes).extracting(Probe::liveness).containsOnly(200);
            assertThat(probes)
                    .extracting(probe -> probe.readiness().statusCode())
                    .containsOnly(200);
            assertThat(probes).allSatisfy(ProbedRestoreIT::assertServesAllOrSaysSo);
            Map<Integer, JsonNode> last = probes.get(probes.size() - 1).partitions();
            assertThat(last).hasSize(PARTITIONS).allSatisfy((number, partition) -> {
                String state = number == held ? "STALLED" : "READY";
                assertThat(partition.path("state").textValue()).isEqualTo(state);
                assertThat(partition.at("/diagnosis/verdict").textValue().endsWith("_TRANSACTION"))
                        .isEqualTo(number == held);
            });
        }
    }

    private static String state(List<Probe> probes, int partition) {
        JsonNode last = probes.get(probes.size() - 1).partitions().get(partition);
        return last == null ? "" : last.path("state").asText();
    }
}
