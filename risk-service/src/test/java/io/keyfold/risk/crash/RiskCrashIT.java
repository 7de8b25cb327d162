package io.keyfold.risk.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.risk.RiskTopics;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.RulesFile;
import io.keyfold.risk.stream.RandomItems;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances, killed at any moment while items change: exposures, open alerts and {@code risk_alert} equal the batch over the table,
 * and no alert is opened twice for one cause. Under {@code -Psoak} 200,000 changes and ten kills, else a slice. {@code -Dseed=…} gives
 * the same changes and the same kills again; at which record a kill meets its instance is the machine's to say.
 */
class RiskCrashIT {

    private static final boolean IS_FULL = Boolean.getBoolean("soak.full");
    private static final int KILLS = IS_FULL ? 10 : 3;
    private static final int CHANGES = IS_FULL ? 200_000 : 6_000;
    /** As many items to a user, and to a SKU, in both. */
    private static final int SIZE = IS_FULL ? 10 : 1;

    private static final int USERS = 8 * SIZE;
    private static final int STEADY = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path RULES = Path.of("src", "test", "resources", "crash-rules.yml");

    /** A killed process leaves transactions open, and partitions without a reader: the end of neither is to be waited for long. */
    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER = KeyfoldKafkaExtension.builder()
            .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
            .brokerConfig("group.min.session.timeout.ms", "1000")
            .build();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<RiskProcess> instances = new ArrayList<>();

    @Test
    void service_killedAgainAndAgain_equalsTheBatchAndOpensNoAlertTwice(KeyfoldKafka kafka) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        long started = System.nanoTime();
        System.out.println("-Dseed=" + seed);
        Random kills = new Random(seed);
        RandomItems random = new RandomItems(new Random(kills.nextLong()), 40 * SIZE, USERS, 6 * SIZE);
        RuleBook rules = RulesFile.parse(RULES.toString(), Files.readAllBytes(RULES));
        RiskTopics topics = RiskTopics.make(kafka);
        try (ItemTraffic traffic = new ItemTraffic(kafka.bootstrapServers(), topics.items(), random);
                CommittedItems items =
                        new CommittedItems(reader(kafka, topics.items().topic()));
                AlertLog alerts = new AlertLog(reader(kafka, topics.alerts().topic()))) {
            RiskCheck check = new RiskCheck(instances, items, alerts, rules, USERS);
            try {
                traffic.writeSteady(STEADY);
                start(topics);
                awaitAllReady();
                for (int kill = 0; kill < KILLS; kill++) {
                    kill(kills, kill, traffic);
                    awaitAllReady();
                    if (kill % 3 == 2 || kill == KILLS - 1) {
                        check.equalsTheBatch();
                        if (IS_FULL) {
                            restartIdle();
                            check.equalsTheBatch();
                        }
                    }
                }
            } finally {
                System.out.println(KILLS + " kills, " + traffic.committed() + " changes in "
                        + Duration.ofNanos(System.nanoTime() - started).toSeconds() + " s; " + alerts.report());
                instances.forEach(RiskProcess::close);
            }
            assertThat(items.count()).as("changes").isEqualTo(traffic.committed());
            for (int user = 0; user < STEADY; user++) {
                for (String rule : List.of("largest-item", "open-amount")) {
                    String id = "U" + user + " " + rule;
                    assertThat(alerts.openings(id)).as("openings of %s", id).isEqualTo(1);
                    assertThat(alerts.closings(id)).as("closings of %s", id).isZero();
                }
            }
        }
    }

    private static TopicReader reader(KeyfoldKafka kafka, String topic) {
        return new TopicReader(kafka.bootstrapServers(), topic, RiskTopics.PARTITIONS);
    }

    /**
     * One while changes are written, which go on while it is gone and after it came back; or both when the last change has just been
     * written, so that nothing comes that would make good what was forgotten.
     */
    private void kill(Random random, int kill, ItemTraffic traffic) throws Exception {
        long before = traffic.committed();
        long end = (long) CHANGES * (kill + 1) / KILLS;
        boolean areBoth = kill % 3 == 2;
        boolean isTakenOver = kill % 3 == 1;
        long at = areBoth ? end : before + random.nextInt(Math.toIntExact((end - before) / 2));
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> traffic.writeUntil(end));
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> traffic.committed() >= at || writing.isCompletedExceptionally());
        RiskProcess victim = instances.get(random.nextInt(instances.size()));
        RiskProcess other = instances.get(1 - instances.indexOf(victim));
        System.out.println("kill " + kill + " at " + at + ": " + (areBoth ? "both" : victim)
                + (isTakenOver ? ", until the other has taken over" : ""));
        victim.kill();
        if (areBoth) {
            other.kill();
            other.start();
        }
        if (isTakenOver) {
            awaitTakenOver(other);
        }
        victim.start();
        writing.join();
    }

    /** When nothing is left to be done until the next minute, at which alerts change by themselves. */
    private void restartIdle() throws InterruptedException {
        long minute = RiskCheck.minute();
        for (RiskProcess instance : instances) {
            instance.kill();
        }
        instances.forEach(RiskProcess::start);
        awaitAllReady();
        await().atMost(PATIENCE).until(() -> RiskCheck.minute() > minute);
    }

    /** Until it tells of all users alone. */
    private static void awaitTakenOver(RiskProcess other) {
        for (int user = 0; user < USERS; user++) {
            String path = "/v1/risk/users/U" + user + "/exposure";
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .until(() -> other.ask(path).isPresent());
        }
    }

    private void awaitAllReady() {
        await().atMost(PATIENCE).until(() -> instances.stream().allMatch(RiskProcess::isReady));
    }

    private void start(RiskTopics topics) throws IOException {
        Map<String, Object> settings = new HashMap<>(topics.settings());
        settings.put("risk.rules-file", RULES.toAbsolutePath());
        settings.put("keyfold.start-timeout", "60s");
        settings.put("keyfold.secret", "a secret of the crash test, long enough");
        settings.put("keyfold.peers.allowed", "127.0.0.1:*");
        settings.put("keyfold.peers.timeout", "5s");
        settings.put("keyfold.streams-overrides.main.consumer.session.timeout.ms", "4000");
        settings.put("keyfold.streams-overrides.main.consumer.heartbeat.interval.ms", "1000");
        settings.put("keyfold.streams-overrides.consumer.fetch.max.wait.ms", "50");
        List<Integer> ports = freePorts(2);
        for (int i = 0; i < ports.size(); i++) {
            RiskProcess instance = new RiskProcess(i, ports.get(i), directory, settings);
            instances.add(instance);
            instance.start();
        }
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
