package io.keyfold.micronaut.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three instances in JVMs of their own share a table and answer for each other, while orders are written and clients ask all of
 * them for everything. They are killed, stopped for longer than their session, and started again: no answer is wrong.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ChaosIT {

    private static final boolean IS_FULL = Boolean.getBoolean("soak.full");
    private static final Duration FULL = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final Duration STANDBYS_KNOWN = Duration.ofSeconds(2);
    private static final int PARTITIONS = 6;
    /** The last ones still wait when a pause ends: they are answered by one that does not know yet that it stood still. */
    private static final List<Duration> TIMEOUTS =
            List.of(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofSeconds(20));

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<Instance> instances = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    @Test
    void instances_killedStoppedAndStartedAgain_neverAnswerWrong(KeyfoldKafka kafka) throws Exception {
        long seed = Long.getLong("chaos.seed", new Random().nextLong());
        System.out.println("chaos seed=" + seed);
        Random random = new Random(seed);
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        History history = new History();
        List<Caller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            OrderWriter writer = new OrderWriter(topic, contract, history, random.nextLong());
            writer.load();
            start(kafka, contract);
            threads.add(thread(writer, "orders"));
            for (Duration timeout : TIMEOUTS) {
                Caller caller = new Caller(instances, history, random.nextLong(), timeout, wrong);
                callers.add(caller);
                threads.add(thread(caller, "caller of " + timeout));
            }
            StandbyCaller patient = new StandbyCaller(instances, wrong);

            long end = System.nanoTime() + FULL.toNanos();
            do {
                round(random, patient);
            } while (IS_FULL && wrong.isEmpty() && System.nanoTime() < end);

            writer.end();
            callers.forEach(Caller::end);
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            instances.forEach(Instance::close);
        }
        Map<String, Integer> tally = new TreeMap<>();
        callers.forEach(caller -> caller.tally().forEach((what, count) -> tally.merge(what, count, Integer::sum)));
        System.out.println("chaos " + tally);
        assertThat(wrong).isEmpty();
        assertThat(tally)
                .containsKeys(
                        "point 200", "point 404", "stale point 200", "batch 200", "index 200", "total 200", "page 200");
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** One is killed, another is stopped until the group has given its partitions to others; both come back. */
    private void round(Random random, StandbyCaller patient) throws InterruptedException {
        int first = random.nextInt(instances.size());
        Instance killed = instances.get(first);
        Instance paused = instances.get((first + 1 + random.nextInt(instances.size() - 1)) % instances.size());

        awaitSettled();
        System.out.println("chaos killed=" + killed.number() + " paused=" + paused.number());
        killed.kill();
        patient.goesOnWithout(killed);
        killed.start();
        awaitSettled();

        paused.pause();
        patient.goesOnWithout(paused);
        Shares shares = new Shares(instances);
        await().atMost(PATIENCE).pollInterval(BETWEEN_LOOKS).until(() -> shares.haveTakenOverFrom(paused));
        paused.goesOn();
        await().atMost(PATIENCE).until(shares::areReady);
    }

    private void start(KeyfoldKafka kafka, TableContract contract) throws IOException {
        Map<String, String> settings = new HashMap<>();
        settings.put("micronaut.server.host", "127.0.0.1");
        settings.put("micronaut.application.name", "chaos");
        settings.put("keyfold.bootstrap-servers", kafka.bootstrapServers());
        settings.put("keyfold.consumer", kafka.uniqueName("chaos"));
        settings.put("keyfold.start-timeout", "60s"); // three start at once
        settings.put("logger.config", "logback-test.xml");
        settings.put("logger.levels.io.keyfold", "INFO");
        settings.put("keyfold.secret", "a secret of the chaos test, long enough");
        settings.put("keyfold.tables.dwd_order_item.topic", contract.topic());
        settings.put("keyfold.tables.dwd_order_item.dead-letter-topic", contract.topic() + ".dlq");
        settings.put("keyfold.tables.dwd_order_item.indexes.by_user", "user_id");
        settings.put("keyfold.tables.dwd_order_item.totals.rows_by_user", "count() by user_id");
        settings.put("keyfold.streams-overrides.num.standby.replicas", "1");
        settings.put("keyfold.streams-overrides.acceptable.recovery.lag", "100000");
        settings.put("keyfold.streams-overrides.consumer.fetch.max.wait.ms", "50");
        List<Integer> ports = freePorts(3);
        settings.put("keyfold.peers.allowed", "127.0.0.1:*");
        for (int i = 0; i < ports.size(); i++) {
            Instance instance = new Instance(i, ports.get(i), directory, settings);
            instances.add(instance);
            instance.start();
        }
    }

    /** A standby that is just being made is none yet: how far it is is known a second later. */
    private void awaitSettled() {
        Shares shares = new Shares(instances);
        await().atMost(PATIENCE).during(STANDBYS_KNOWN).until(shares::areSettled);
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0);
            sockets.add(socket);
            ports.add(socket.getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
